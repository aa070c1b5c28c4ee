# Every target installs what it needs; ./orch does that on first use.
.PHONY: orch-init test bench check clean

orch-init: ## Install dependencies and build the embedded Lean, once per machine
	./orch init

test: ## Everything CI runs: lint, types, unused code, tests
	./.ci/run

bench: ## Side-by-side benchmarks
	./orch --version >/dev/null
	npm run bench

clean: ## Remove the embedded Lean from this user's cache
	./orch clean
