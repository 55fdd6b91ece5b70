"""ampcc, a C++ AMP compiler. This folder is its installation: bin, lib and include."""
import os
import sys


def main():
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "ampcc")
    os.execv(program, sys.argv)
