# Two commands do everything on a fresh Debian machine: `make play` and `make test`.
# The build itself is meson's (meson.build); this file only names the usual errands.

BUILD = build
NINJA = ninja -C

.PHONY: play page build test bench strength campaign fuzz clean install uninstall help

help:
	@echo "make play     install what is missing, build, and start a game"
	@echo "make page     build the page (Node 20.19 and npm) and serve it with the games"
	@echo "make test     install what is missing, build, and run all tests"
	@echo "make build    the release program, build/serai"
	@echo "make bench    speed of the rules, on one core"
	@echo "make strength measure the bots against each other (GAMES=200 a row; hours on two cores)"
	@echo "make fuzz     fuzz every parser and the move streams (FUZZ_SECONDS=60 each)"
	@echo "make campaign many random games with all checks (GAMES=10000 for each seat count)"
	@echo "make install  install under /usr/local (PREFIX=...)"
	@echo "make clean    remove everything that was built"

play: build
	@$(BUILD)/serai play

page:
	@tools/bootstrap serve
	@tools/bootstrap test
	@test -f $(BUILD)/build.ninja || meson setup $(BUILD) --wrap-mode=nodownload >/dev/null
	@$(NINJA) $(BUILD) --quiet
	@tools/build-web
	@$(NINJA) $(BUILD) --quiet
	@$(BUILD)/serai serve

build:
	@tools/bootstrap build
	@test -f $(BUILD)/build.ninja || meson setup $(BUILD) --wrap-mode=nodownload >/dev/null
	@$(NINJA) $(BUILD) --quiet

test:
	@tools/bootstrap test
	@tools/test

bench: build
	@$(BUILD)/serai bench

GAMES = 200
strength: build
	@tools/strength $(BUILD)/serai --games $(GAMES) --state $(BUILD)/strength --write

campaign:
	@tools/bootstrap test
	@tools/campaign

fuzz:
	@tools/bootstrap test
	@tools/fuzz

PREFIX = /usr/local
install: build
	@meson configure $(BUILD) -Dprefix=$(PREFIX) >/dev/null
	@meson install -C $(BUILD) --quiet

uninstall:
	@$(NINJA) $(BUILD) uninstall

clean:
	@rm -rf build build-*
