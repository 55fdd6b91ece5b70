// options: -lm
// A neural network learns to read digits of 5 x 7 dots: one hidden layer,
// trained by gradient descent over the whole set, on the accelerator.
//
// Prints: the digits that it recognizes, and those that it recognizes with one wrong dot.
#include <amp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { DIGITS = 10, DOTS = 35, HIDDEN = 24, EPOCHS = 600 };

static const char *const shapes[DIGITS] = {
	" ### #   ##  ### # ###  ##   # ### ", "  #   ##    #    #    #    #   ### ",
	" ### #   #    #   #   #   #   #####", "#####   #   #     # #   # #   # ### ",
	"   #   ##  # # #  # ##### #     #  ", "######    ####     #    ##   # ### ",
	"  ##  #   #    #### #   ##   # ### ", "#####    #   #   #   #    #    #   ",
	" ### #   ##   # ### #   ##   # ### ", " ### #   ##   # ####    #   #  ##  ",
};

/* The weights between two layers, and the values for the examples. */
struct layer {
	amp_array_view(float, 2) weights;    /* out x (in + 1); the last column is the bias */
	amp_array_view(float, 2) activation; /* examples x out */
	amp_array_view(float, 2) error;      /* examples x out */
};

static float sigmoid(float x) restrict(amp)
{
	return 1 / (1 + expf(-x));
}

static void forward(amp_index2 at, amp_const_array_view(float, 2) in, struct layer l) restrict(amp)
{
	const int inputs = in.extent.j;
	float sum = amp_at(l.weights, at.j, inputs);

	for (int k = 0; k < inputs; k++)
		sum += amp_at(l.weights, at.j, k) * amp_at(in, at.i, k);
	amp_at(l.activation, at) = sigmoid(sum);
}

/* For the last layer: example i is digit i. */
static void output_error(amp_index2 at, struct layer l) restrict(amp)
{
	amp_at(l.error, at) = amp_at(l.activation, at) - (at.i == at.j ? 1.0f : 0.0f);
}

static void hidden_error(amp_index2 at, struct layer l, struct layer next) restrict(amp)
{
	const float a = amp_at(l.activation, at);
	float sum = 0;

	for (int k = 0; k < next.error.extent.j; k++)
		sum += amp_at(next.error, at.i, k) * amp_at(next.weights, k, at.j);
	amp_at(l.error, at) = sum * a * (1 - a);
}

static void learn(amp_index2 at, amp_const_array_view(float, 2) in, struct layer l,
                  float rate) restrict(amp)
{
	const int inputs = in.extent.j;
	float gradient = 0;

	for (int example = 0; example < in.extent.i; example++)
		gradient += amp_at(l.error, example, at.i) *
		            (at.j < inputs ? amp_at(in, example, at.j) : 1.0f);
	amp_at(l.weights, at) -= rate * gradient;
}

static struct layer layer_create(int inputs, int outputs, unsigned *seed)
{
	struct layer l = {
		.weights = amp_new_view(float, outputs, inputs + 1),
		.activation = amp_new_view(float, DIGITS, outputs),
		.error = amp_new_view(float, DIGITS, outputs),
	};

	for (int i = 0; i < outputs; i++) {
		for (int k = 0; k <= inputs; k++) {
			*seed = *seed * 1664525u + 1013904223u;
			amp_at(l.weights, i, k) = (float)(*seed >> 8) / (1 << 24) - 0.5f;
		}
	}
	amp_discard(l.activation);
	amp_discard(l.error);
	return l;
}

static void layer_destroy(struct layer *l)
{
	amp_release(l->error);
	amp_release(l->activation);
	amp_release(l->weights);
}

static void run(amp_const_array_view(float, 2) in, struct layer hidden, struct layer output)
{
	amp_parallel_for_each(hidden.activation.extent, forward, in, hidden);
	amp_const_array_view(float, 2) between = amp_view_of(hidden.activation);
	amp_parallel_for_each(output.activation.extent, forward, between, output);
}

static void train(amp_const_array_view(float, 2) in, struct layer hidden, struct layer output)
{
	amp_const_array_view(float, 2) between = amp_view_of(hidden.activation);

	run(in, hidden, output);
	amp_parallel_for_each(output.error.extent, output_error, output);
	amp_parallel_for_each(hidden.error.extent, hidden_error, hidden, output);
	amp_parallel_for_each(output.weights.extent, learn, between, output, 0.3f);
	amp_parallel_for_each(hidden.weights.extent, learn, in, hidden, 0.3f);
}

/* The digit that the network recognizes in each example. */
static void print_answers(struct layer output)
{
	for (int i = 0; i < DIGITS; i++) {
		int best = 0;
		for (int k = 1; k < DIGITS; k++)
			best = amp_at(output.activation, i, k) > amp_at(output.activation, i, best) ? k : best;
		printf("%d ", best);
	}
	printf("\n");
}

int main(void)
{
	float dots[DIGITS][DOTS];
	unsigned seed = 1;
	for (int i = 0; i < DIGITS; i++)
		for (int k = 0; k < DOTS; k++)
			dots[i][k] = shapes[i][k] == '#';

	amp_const_array_view(float, 2) in = amp_view(&dots[0][0], DIGITS, DOTS);
	struct layer hidden = layer_create(DOTS, HIDDEN, &seed);
	struct layer output = layer_create(HIDDEN, DIGITS, &seed);
	for (int epoch = 0; epoch < EPOCHS; epoch++)
		train(in, hidden, output);
	run(in, hidden, output);
	print_answers(output);

	// Now one dot of each is wrong; the view must know that its memory changed.
	for (int i = 0; i < DIGITS; i++)
		dots[i][17] = 1 - dots[i][17];
	amp_refresh(in);
	run(in, hidden, output);
	print_answers(output);

	layer_destroy(&output);
	layer_destroy(&hidden);
	amp_release(in);
}
