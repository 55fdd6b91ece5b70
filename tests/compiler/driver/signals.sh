#!/bin/bash
# A killed ampcc leaves no partial output, no temporary files and no children,
# and dies by the signal.
. "$(dirname "$0")/lib.sh"

cat >slow.sh <<'END'
#!/bin/bash
# A compiler that has begun to write, and takes its time.
previous=
for word; do [ "$previous" = -o ] && echo partial >"$word"; previous=$word; done
touch started
sleep 4321 & sleep 4321
END
chmod +x slow.sh
echo 'int x;' >a.c
echo 'int y;' >b.cpp
touch o.o

# Python starts it, for the shell makes background jobs ignore SIGINT.
cat >kill.py <<'END'
import os, signal, subprocess, sys, time
number = int(sys.argv[1])
# as from a terminal, though this may run under nohup
child = subprocess.Popen(sys.argv[2:],
                         preexec_fn=lambda: signal.signal(int(sys.argv[1]), signal.SIG_DFL))
while not os.path.exists("started"):
    time.sleep(0.01)
child.send_signal(number)
sys.exit(0 if child.wait(10) == -number else 1)
END

for number in 1 2 15; do
	rm -f started
	echo old >a.o
	check "signal $number: one source" \
		python3 kill.py $number "$AMPCC" --amp-host-compiler=./slow.sh -c a.c b.cpp
	check "signal $number: no output" [ ! -e a.o ]
	check "signal $number: no children" bash -c '! pgrep -f "^sleep 4321"'
	check "signal $number: no temporary files" [ -z "$(ls -A "$TMPDIR")" ]
	rm -f started
	check "signal $number: a link" \
		python3 kill.py $number "$AMPCC" --amp-host-compiler=./slow.sh a.c b.cpp -o program
	check "signal $number: no program" [ ! -e program ]
	check "signal $number: no temporary files" [ -z "$(ls -A "$TMPDIR")" ]
done
finish
