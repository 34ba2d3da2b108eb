# Two commands do everything on a fresh Debian machine: `make play` and `make test`.
# The build itself is meson's (meson.build); this file only names the usual errands.

BUILD = build
SETUP = test -f $(BUILD)/build.ninja || meson setup $(BUILD) --wrap-mode=nodownload >/dev/null
NINJA = ninja -C $(BUILD) --quiet

.PHONY: cluster help play play-terminal build test test-gpu test-kernels test-web tidy bench bench-gpu strength strength-faults campaign fuzz mutants package test-package install uninstall clean test-python wheel npm test-lab

help:
	@echo "make play          install what is missing, build, and open the games in the browser"
	@echo "make play-terminal the same in the terminal"
	@echo "make test          install what is missing, build, and run all tests"
	@echo "make test-lab      faults planted in editions: does the lab find and name them? (minutes)"
	@echo "make test-gpu      every game as code for a GPU, where CUDA's compiler is installed"
	@echo "make test-kernels  what a GPU would run, run here and compared with the bots (minutes)"
	@echo "make test-python   the Python package at length: speed, what its examples learn, and under AddressSanitizer"
	@echo "make wheel         the Python package as a wheel in build/python"
	@echo "make npm           the package @caravanserai/core in build/npm"
	@echo "make test-web      the page at every number of seats, with pictures (build/screenshots)"
	@echo "make tidy          clang-tidy with its analyser over every folder (two minutes on two cores)"
	@echo "make build         the program with its page, build/serai"
	@echo "make bench         speed of the rules on one core, and of the bots in the page"
	@echo "make bench-gpu     speed of the rules on a GPU, and whether it plays as the CPU does (minutes)"
	@echo "make strength      measure the bots against each other (GAMES=200 a row; hours on two cores)"
	@echo "make strength-faults  10,000 games of all bots: illegal moves, late decisions (FAULTS=10000)"
	@echo "make fuzz          fuzz every parser and the move streams (FUZZ_SECONDS=60 each)"
	@echo "make mutants       plant faults in a copy of the tree and see which tests notice (half an hour)"
	@echo "make cluster       four servers behind a balancer: what they carry, and kills (minutes)"
	@echo "make campaign      many random games with all checks (GAMES=10000 for each seat count)"
	@echo "make package       Debian packages in build/packages (serai, libserai0, libserai-dev)"
	@echo "make test-package  installs them in a clean Debian in a folder, plays, removes them (root)"
	@echo "make install       install under /usr/local (PREFIX=...)"
	@echo "make clean         remove everything that was built"

play: build
	@tools/play $(BUILD)/serai

play-terminal:
	@tools/bootstrap build
	@$(SETUP)
	@$(NINJA)
	@$(BUILD)/serai play

build:
	@tools/bootstrap play
	@$(SETUP)
	@$(NINJA)

test:
	@tools/bootstrap test
	@tools/test

test-lab:
	@$(SETUP)
	@$(NINJA) serai tests/lab/lab-planted
	@$(BUILD)/tests/lab/lab-planted
	@python3 tests/lab/planted.py $(BUILD)/serai

test-gpu:
	@$(SETUP)
	@$(NINJA) tests/gpu/gpu-compile
	@$(BUILD)/tests/gpu/gpu-compile

test-kernels:
	@$(SETUP)
	@$(NINJA) serai tests/gpu/libfake-cuda.so
	@python3 tests/gpu/emulate.py $(BUILD)/serai $(BUILD)/tests/gpu/libfake-cuda.so

test-python:
	@tools/bootstrap test
	@$(SETUP)
	@$(NINJA)
	@tools/test-python $(BUILD) --all

npm:
	@tools/bootstrap play
	@$(SETUP)
	@$(NINJA)
	@tools/npm-package $(BUILD) --pack

wheel:
	@tools/bootstrap build
	@$(SETUP)
	@$(NINJA) python-library
	@tools/python-package wheel $(BUILD)/python $(BUILD)/packaging/libserai.so.0

test-web:
	@tools/bootstrap test
	@$(SETUP)
	@$(NINJA)
	@cd web && SERAI=$(abspath $(BUILD))/serai ../tools/with-node node tests/all.mjs --full

tidy:
	@tools/bootstrap test
	@$(SETUP)
	@$(NINJA)
	@tests/style/tidy.py $(CURDIR) $(CURDIR)/$(BUILD) --whole

bench: build
	@$(BUILD)/serai bench
	@$(NINJA) tests/wasm/lines
	@tools/with-node node tests/wasm/speed.mjs $(BUILD)

bench-gpu:
	@$(SETUP)
	@$(NINJA) serai
	@tools/bench-gpu $(BUILD)/serai $(BUILD)/bench-gpu

GAMES = 200
strength: build
	@tools/strength $(BUILD)/serai --games $(GAMES) --state $(BUILD)/strength --write

FAULTS = 10000
strength-faults: build
	@tools/strength $(BUILD)/serai --faults $(FAULTS)

cluster:
	@tools/bootstrap cluster
	@$(SETUP)
	@$(NINJA)
	@SERAI=$(abspath $(BUILD))/serai tests/server/cluster.py

campaign:
	@tools/bootstrap test
	@tools/campaign

fuzz:
	@tools/bootstrap test
	@tools/fuzz

mutants:
	@tools/bootstrap test
	@tools/plant-faults

package:
	@tools/bootstrap package
	@tools/package $(BUILD)/packages

test-package: package
	@python3 tests/build/package.py $(BUILD)/packages

PREFIX = /usr/local
install: build
	@meson configure $(BUILD) -Dprefix=$(PREFIX) >/dev/null
	@meson install -C $(BUILD) --quiet

uninstall:
	@ninja -C $(BUILD) uninstall

clean:
	@rm -rf build build-* web/dist web/src/generated web/public/rules
