# The front door. Everything else is CMake: see CMakePresets.json.
#   make          build the program and the plug-ins
#   make demo     build, play the instruments, render the scenes and the papers' report to demo/, say where
#   make urto     build the program alone, build/release/cli/urto
#   make play     build the program alone and play it; PLAY="tromba --record take.flac" says what and how
#   make media    sounds and pictures of docs/media, from what the engine computes
#   make test     build, run all tests; TESTS=world_lossy runs those whose name has it
#   make lint     format, clang-tidy, cppcheck, a second compiler, includes, exports, spelling
#   make install  PREFIX=/usr/local, DESTDIR=; plug-ins below PREFIX/lib
#   make install-user  into your home: ~/.local, ~/.lv2, ~/.clap
#   make fuzz     each fuzzer for FUZZ_SECONDS=180
#   make soak     the long versions of the tests, WORLDS=20000
#   make mutate   break one line at a time and see whether a test goes red; ONLY=regex, MUTATE="-j 2 --resume"
#   make coverage lines and branches of src that the quick tests reach, by folder
#   make check-papers  compute what the report compares with a second time, by papers/check, to papers/reference.txt
#   make listen   measure every preset, write the table in docs/playing.md, name the rules that are broken
#   make trims    write src/instrument/trims.inc, what makes all keys equally loud and velocities even, three rounds at most
#   make bench    what each scheme, a sample of some worlds and a plug-in shell cost
#   make measure  the figures of the docs, to docs/measured.json and the tables of the pages; SECONDS=1 for each benchmark; on an idle machine
#   make python   build the wheel of the Python package to build/python
#   make docs   these pages as a site: build/docs/html/index.html; opens from a disk, asks no other host for anything
#   make figures  draw the figures of docs/images that hold data
#   make peers    the same modal bank in Faust, STK and Csound beside ours
#   make web      the page with the engine in WebAssembly, frontends/web/dist, and the package for other pages
#   make web-serve  builds the page and serves it to this machine, PORT=8018
#   make web-pictures  the pictures of docs/web.md, docs/media/web-*.png; a test compares them
#   make dist     packages for Debian, a tarball for other Linux systems, page, module, wheel, source, SBOM and checksums: build/dist, of the commit
#   make clean

PREFIX ?= /usr/local
JOBS   ?= $(shell nproc 2>/dev/null || echo 2)

.PHONY: all demo urto play media tested test lint fuzz install install-user soak mutate coverage check-papers listen trims python docs figures measure bench peers web web-serve web-pictures web-tested dist clean

all: build/release/build.ninja
	@cmake --build --preset release -j $(JOBS)

build/release/build.ninja:
	@tools/install-packages build
	@cmake --preset release $(CMAKE_OPTIONS)

demo:
	@tools/install-packages build
	@tools/install-packages report || echo "make demo: going on with what is here"
	@$(MAKE) --no-print-directory all
	@tools/demo build/release/cli/urto demo

media:
	@tools/install-packages build report
	@$(MAKE) --no-print-directory all
	@tools/media build/release docs/media
	@ls docs/media

urto: build/release/build.ninja
	@cmake --build --preset release -j $(JOBS) --target urto

play: urto
	@build/release/cli/urto play $(PLAY)

# A build that has the tests, whatever was configured before.
tested:
	@tools/install-packages build report test python docs
	@cmake --preset release -DURTO_BUILD_TESTS=ON -DURTO_REQUIRE_TESTS=ON $(CMAKE_OPTIONS) \
		$(WORLDS:%=-DURTO_SOAK_WORLDS=%) $(FUZZ_SECONDS:%=-DURTO_FUZZ_SECONDS=%) >/dev/null
	@$(MAKE) --no-print-directory all

# One test more than there are cores: some mostly wait.
test: web-tested
	@cmake --preset asan -DURTO_BUILD_TESTS=ON -DURTO_REQUIRE_TESTS=ON >/dev/null
	@cmake --build --preset asan -j $(JOBS)
	@tools/run-tests asan -j $$(($(JOBS) + 1)) -L sanitize $(TESTS:%=-R %)
	@tools/run-tests release -j $$(($(JOBS) + 1)) -LE 'soak|lint|listen' $(TESTS:%=-R %)

# Node may be there without Debian's packages of it.
WEB_PACKAGES = { command -v npm >/dev/null 2>&1 || tools/install-packages node; } && tools/install-packages build report web

web:
	@$(WEB_PACKAGES)
	@$(MAKE) --no-print-directory all
	@frontends/web/build build/web build/release/cli/urto

web-pictures: web
	@node tests/frontends/web/test_pictures.mjs . - build/web/pictures --write

web-serve: web
	@node frontends/web/serve.mjs frontends/web/dist $(or $(PORT),8018)

# Node comes before the tests are configured, which then have those of the page. Without its tools or network these leave
# themselves out; what is wrong in the page ends the tests.
web-tested:
	@{ $(WEB_PACKAGES); } || true
	@$(MAKE) --no-print-directory tested
	@frontends/web/build build/web build/release/cli/urto || { [ $$? = 77 ] && \
		echo "make test: going on WITHOUT the tests of the page (frontends/web): what they need is named above"; }

lint: tested
	@tools/run-tests release -j $(JOBS) -L lint

fuzz: tested
	@ctest --preset release -j $(JOBS) -L fuzz --verbose

soak: tested
	@tools/install-packages dist
	@ctest --preset release -j $(JOBS) -L soak --verbose

mutate:
	@tools/install-packages build report test
	@tools/mutate $(MUTATE) $(if $(ONLY),'$(ONLY)')

coverage:
	@tools/install-packages build report test coverage
	@cmake --preset coverage >/dev/null
	@cmake --build --preset coverage -j $(JOBS)
	@find build/coverage -name '*.gcda' -delete
	@ctest --preset coverage -j $(JOBS) -L sanitize
	@tools/coverage build/coverage

check-papers:
	@tools/install-packages test
	@papers/check/run

listen:
	@tools/install-packages build
	@$(MAKE) --no-print-directory all
	@build/release/listen/urto-listen --docs docs/playing.md
	@build/release/listen/urto-listen --rules

# The gains are built in: measure, correct, build, at most three times.
trims:
	@for round in 1 2 3; do \
		$(MAKE) --no-print-directory all && cp src/instrument/trims.inc build/trims.inc && \
		build/release/listen/urto-listen --trims src/instrument/trims.inc || exit 1; \
		cmp -s src/instrument/trims.inc build/trims.inc && break; \
	done; $(MAKE) --no-print-directory all

bench:
	@tools/install-packages build
	@$(MAKE) --no-print-directory all
	@build/release/bench/bench_schemes
	@[ ! -e build/release/cli/sweep/liburto_cli_sweep.a ] || bench/sweeps
	@build/release/cli/urto bench
	@cd build/release && for format in lv2/bundles/urto.lv2 clap/urto.clap; do \
		program=bench/bench_shells_$${format%%/*}; \
		[ ! -x $$program ] || $$program frontends/$$format; done

python:
	@tools/install-packages build python
	@$(MAKE) --no-print-directory all
	@tools/python-wheel build/release build/python

docs:
	@tools/install-packages docs
	@tools/docs build/docs && echo "open build/docs/html/index.html"

measure: tested
	@tools/measure build/release --seconds $(or $(SECONDS),1)

figures:
	@$(MAKE) --no-print-directory all
	@tools/figures build/release/cli/urto

peers:
	@tools/install-packages build
	@tools/install-packages peers || echo "make peers: going on with the peers that are here"
	@$(MAKE) --no-print-directory all
	@bench/peers/run build/release/cli/urto build/peers

install:
	@$(MAKE) --no-print-directory all
	@cmake --install build/release --prefix $(PREFIX)
	@[ -n "$(DESTDIR)" ] || [ "$$(id -u)" != 0 ] || PATH="$$PATH:/usr/sbin:/sbin" ldconfig || \
		echo "make install: the cache of shared libraries is not renewed: programs may not find liburto"

install-user:
	@tools/install-user --look
	@$(MAKE) --no-print-directory all
	@tools/install-user build/release

dist:
	@tools/install-packages build report python dist
	@without=; { $(WEB_PACKAGES); } || { without=1; echo "make dist: going on without the page and the npm module: what they need is named above"; }; \
		JOBS=$(JOBS) NO_WEB=$$without packaging/dist build/dist

clean:
	@rm -rf build demo frontends/web/dist frontends/web/package/dist frontends/web/node_modules
