/* How the parts of ampcc fit together. A program, the driver, runs compilers; the front end, a
 * module that it loads for sources with AMP, makes two units of one. What both use is included
 * here; the headers of the parts are in parentheses.
 *
 * Both
 *   text.c      strings, places in a text, files (text.h)
 *   process.c   child processes, temporary files, signals (process.h)
 *   cache.c     files that can be made again (cache.h)
 *   options.c   the one table that classifies options; ampcc --help; warnings (options.h)
 *   tcc.c       host compilers that are not like gcc (tcc.h)
 *
 * The driver (driver.h)
 *   main.c      the pipeline, from the command line to the exit status
 *   driver.c    the steps of each input, with host_compiler.c, command_line.c, compile_amp.c,
 *               compile_cuda.c and link.c
 *   scan.c      does a source use AMP at all?
 *   device.c    architectures, nvcc or clang, the fatbin (device.h); nvcc.c, the words for nvcc
 *
 * The front end (translate.h for the driver, front_end.h inside)
 *   translate.c the stages, one after the other
 *
 * Its text (unit.h, clauses.h, edit.h)
 *   preprocess.c  one flat text from a source and its own headers
 *   macros.c    which macros the flat text has (macros.h)
 *   lex.c       C and C++ tokens
 *   diagnostic.c  messages in clang's form
 *   calls.c     the calls from a kernel to a place, for notes
 *   restrict.c  restrict(...) clauses, as clang understands them
 *   nested.c    functions inside of amp code, which have its restrictions
 *   edit.c      edits on the flat text
 *
 * The parser (parse.h, ast.h)
 *   parse.c     libclang: the AST
 *   pch.c       amp.h, parsed once
 *   parse_errors.c  what the parser has against a program
 *   messages.c  its messages, in terms of C++ AMP
 *   c_messages.c  its messages about <amp/c.h>
 *   host_code.c errors of the parser's that are the host compiler's business
 *   ast.c       questions about cursors and types
 *   cursors.c   sets of cursors
 *   declarator.c  declarations and lambdas as tokens
 *
 * Functions that differ in restriction, and other names (overload.h)
 *   dependent.c `template` and `typename`, where only Microsoft's compiler needs none;
 *               this-> in the same way (dependent_base.c)
 *   ambiguous.c calls that may mean a library's function as well
 *   special.c   special member functions that nobody declares
 *   overload.c  functions that differ only in restriction (pairs.h)
 *   constructor.c  constructors that do
 *   retype.c    calls that the parser takes for others
 *   resolution.c  calls that other compilers would take for others (resolution.h)
 *   conversion.c  conversion functions of which the restriction tells which is meant
 *   cuda_names.c  names that CUDA or a library has, too
 *
 * The checks (front_end.h)
 *   check.c     the rules of restrict(amp), with check_function.c, check_code.c, check_call.c,
 *               check_implicit.c, check_variable.c, check_types.c, check_destruction.c and
 *               check_kernel.c (check.h)
 *   launch.c    do kernels fit their domains?
 *   statement.c statements, taken apart (statement.h)
 *   evaluate.c  integer expressions as trees, evaluated for a thread of a tile (uniform.h)
 *   variable.c  a function's variables, and what is assigned to them
 *   value.c     what expressions are for each thread of a tile
 *   uniform.c   whether threads differ in a condition
 *   barrier.c   barriers in divergent control flow
 *   steps.c     what a kernel does with tile_static memory, as steps (follow.h); steps_access.c
 *               and steps_call.c are its accesses and calls (steps_walk.h)
 *   follow.c    a thread on its way through them
 *   race.c      races on tile_static memory
 *   performance.c  what is slower in kernels than it needs to be
 *   undefined.c functions that kernels call and that are not there
 *
 * The lowering (front_end.h, lower.h)
 *   lower.c     kernels: lambdas become function objects; the walk over the AST
 *   container.c classes that hold views
 *   place.c     where moved declarations go
 *   dependence.c  what they take from around them
 *   kernel.c    from lambda to function object, with kernel_body.c and kernel_struct.c (kernel.h)
 *   local_type.c  types move out of their functions
 *   traits.c    what a kernel tells the headers of itself
 *   access.c    what kernels do with views (access.h), with access_expression.c, access_call.c,
 *               access_value.c and access_ast.c (access_walk.h)
 *   tile_loops.c  tiled kernels on the CPU as loops over the threads, with tile_statements.c,
 *               tile_regions.c, tile_variables.c and, for C and C++, tile_language.c
 *               (tile_loops.h)
 *   tile_calls.c  functions that wait there, with tile_callee.c and tile_parameters.c
 *               (tile_calls.h)
 *   tile_atomic.c  atomic operations on tile_static memory there
 *   projection.c  a[i][k] as one access, where GPUs are faster for it
 *   lower_c.c   kernels of C: blocks become functions; with c_launch.c, c_kernel.c, c_need.c,
 *               c_host.c, c_runner.c, c_device.c, c_initializers.c, c_literals.c and
 *               c_nested.c (lower_c.h)
 */
#ifndef AMPCC_H
#define AMPCC_H

#include "options.h"
#include "process.h"
#include "tcc.h"
#include "text.h"
#include "translate.h"

#endif
