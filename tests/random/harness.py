"""How random programs are compiled, run and compared; for run, reduce and the scripts for other machines."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE))

from generator.program import Program  # noqa: E402
from generator.project import Project  # noqa: E402

COMPILE_TIME, RUN_TIME = 400, 60  # seconds
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-ftrivial-auto-var-init=pattern", "-g1"]


class Failure(Exception):
    """`kind` is what the table counts; `log` what a person wants to see."""

    def __init__(self, kind, log):
        super().__init__(kind)
        self.kind = kind
        self.log = log


def execute(command, time, env=None, cwd=None):
    """Exit status and what is printed, as text; the status of what runs too long is None."""
    try:
        done = subprocess.run([str(c) for c in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=time, env={**os.environ, **(env or {})}, cwd=cwd)
    except subprocess.TimeoutExpired as e:
        return None, (e.stdout or b"").decode(errors="replace"), "took too long"
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


class Tools:
    """The compilers, and where things are."""

    def __init__(self, ampcc, arch="none", optimize=None, modes=("loops", "fibers", "separate"), mock=None, runtime=None,
                 projects=False):
        self.ampcc = ampcc
        self.arch = arch
        self.optimize = optimize
        self.modes = modes
        self.mock = mock        # folder with libmock_cuda.so
        self.runtime = runtime  # folder of another libamprt.so.0
        self.projects = projects  # ampcc gets the program as a project
        self.mock_launch = None

    def prepare(self, work):
        """Compiles what all programs share."""
        if "mock" in self.modes:
            self.mock_launch = pathlib.Path(work) / "mock_launch.o"
            source = ROOT / "tests/programs/shapes/mock_launch.cc"
            status, _, errors = execute([self.ampcc, "-O1", "-c", source, "-o", self.mock_launch], COMPILE_TIME)
            if status != 0:
                sys.exit(f"mock_launch.cc does not compile: {errors}")

    def options(self, source):
        """Those that the source asks for, and the rest that ampcc gets."""
        own = re.search(r"options: ([^*\n]*)", source.read_text()).group(1).split()
        return own + ["-w", "-ffp-contract=off", "-DAMP_TILE_FIBERS"]

    def level(self, source):
        """How much the program is optimized: it follows from its text."""
        return self.optimize or re.search(r"optimize: (\S+)", source.read_text()).group(1)

    def common_command(self, source):
        return [self.ampcc, *self.options(source), self.level(source), f"--amp-arch={self.arch}"]

    def link_options(self, source):
        return ([self.mock_launch, "-rdynamic", "-ldl"] if self.mock_launch else []) + (["-lm"] if source.suffix == ".c" else [])

    def compile_command(self, source, output):
        return self.common_command(source) + [source, "-o", output] + self.link_options(source)

    def project_commands(self, source, output):
        """Writes the program as a project into a folder beside it; the commands that make it."""
        project, folder = Project(source.read_text(), source.stem), source.with_suffix(".project")
        project.write(folder)
        common = self.common_command(source)
        if project.at_once:
            return [common + [folder / name for name in project.sources] + ["-o", output] + self.link_options(source)]
        commands = [common + own + ["-c", folder / name, "-o", folder / (name + ".o")] for name, own in project.sources.items()]
        library = [folder / (name + ".o") for name in project.in_library]
        objects = [folder / (name + ".o") for name in project.sources if name not in project.in_library]
        if library:
            commands.append(["ar", "rcs", folder / "libkernels.a", *library])
            objects.append(folder / "libkernels.a")
        return commands + [common + objects + ["-o", output] + self.link_options(source)]

    def commands(self, source, output):
        return self.project_commands(source, output) if self.projects else [self.compile_command(source, output)]

    def compile(self, source, output):
        for command in self.commands(source, output):
            self._execute(command)

    def _execute(self, command):
        status, text, errors = execute(command, COMPILE_TIME)
        if status != 0:
            kind = "compiler time-outs" if status is None else "compiler crashes" if _crashed(status, errors) else "refused"
            raise Failure(kind, text + errors)

    def plain_command(self, source, output, more=()):
        standard = [o for o in self.options(source) if o.startswith("-std=")]
        compiler = "gcc" if source.suffix == ".c" else "g++"
        standard = [o.replace("=c", "=gnu") for o in standard]
        return [os.environ.get("RANDOM_PLAIN_" + compiler.upper(), compiler), *standard, "-w", "-O0", "-ffp-contract=off",
                "-fno-strict-aliasing", "-I", HERE / "plain", *more, source, "-o", output] + \
            (["-lm"] if source.suffix == ".c" else [])

    def compile_plain(self, source, output, more=()):
        status, text, errors = execute(self.plain_command(source, output, more), COMPILE_TIME)
        if status != 0:
            raise Failure("invalid", text + errors)

    # ---- Running ----

    def environment(self, mode):
        env = {"AMP_ACCELERATOR": "cpu", "AMP_CPU_THREADS": os.environ.get("AMP_CPU_THREADS", "2")}
        if self.runtime:
            env["LD_LIBRARY_PATH"] = self.runtime
        if mode == "fibers":
            env["AMP_TILE_FIBERS"] = "1"
        elif mode == "separate":
            env["AMP_CPU_MEMORY"] = "separate"
        elif mode == "mock":
            env.update(AMP_ACCELERATOR="cuda:0", AMP_CUDA_LIBRARY=str(pathlib.Path(self.mock) / "libmock_cuda.so"))
        elif mode == "cuda":
            env["AMP_ACCELERATOR"] = "cuda:0"
        return env

    def results(self, program, env):
        """Kernels' names, with their checksums, or what happened to those that have none."""
        results, after = {}, []
        for _ in range(200):
            status, text, errors = execute([program, *after], RUN_TIME, env)
            lines = [line.split(" ", 1) for line in text.splitlines() if line]
            for line in lines:
                results[line[0]] = line[1].strip() if len(line) > 1 else ""
            if status == 0 or not lines:
                break
            last = lines[-1][0]
            results[last] = "time-out" if status is None else f"crash: {_signal(status)} {errors.strip()[:300]}"
            after = ["--after", last]
        return results


def _crashed(status, errors):
    return status < 0 or "Segmentation" in errors or "Aborted" in errors or "signal" in errors or "AddressSanitizer" in errors


def _signal(status):
    return f"signal {-status}" if status < 0 else f"exit status {status}"


class Source:
    """A program's file, made of a seed."""

    def __init__(self, folder, seed, language, numbers, features=((), ())):
        self.seed, self.language, self.numbers, self.features = seed, language, list(numbers), features
        self.program = Program(seed, language, *features)
        self.path = pathlib.Path(folder) / f"{seed}{self.program.lang.suffix}"
        options = "".join(f" --without {f}" for f in features[0]) + "".join(f" --with {f}" for f in features[1])
        self.command = f"tests/random/generate --seed {seed} --language {language} " \
                       f"--only {','.join(map(str, self.numbers))}{options}"
        self.path.write_text(self.program.text(self.numbers, self.command))

    def only(self, numbers, folder=None):
        return Source(folder or self.path.parent, self.seed, self.language, numbers, self.features)


def kernels_in(source, log):
    """The numbers of the kernels that the compilers' errors are about."""
    starts = [(number, int(m.group(1))) for number, line in enumerate(source.read_text().splitlines(), 1)
              if (m := re.match(r"(?://|/\*) ---- k(\d+) ----", line))]
    found = set()
    # as g++, clang and ampcc name a place, and as nvcc does
    for m in re.finditer(rf"{re.escape(source.name)}[:(](\d+)(?::(?:\d+:)?|\):) (?:fatal )?(?:error|warning|internal)", log):
        before = [kernel for line, kernel in starts if line <= int(m.group(1))]
        if before:
            found.add(before[-1])
    # in a project
    found |= {int(n) for n in re.findall(r"\.project/k(\d+)\.\w+[:(]\d+(?::(?:\d+:)?|\):) (?:fatal )?(?:error|internal)", log)}
    return sorted(found)


def temporary():
    return tempfile.TemporaryDirectory(prefix="amp-random-")
