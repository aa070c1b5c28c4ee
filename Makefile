# Every target installs what it needs; ./orch does that on first use.
.DEFAULT_GOAL := help
.PHONY: help orch-init orch-bank orch-bg orch-dashboard orch-stats test bench clean

help: ## This list
	@sed -n 's/^\([a-z-]*\): ## \(.*\)/  make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 24

orch-init: ## Install what Orch needs and build the embedded Lean, once per machine
	@./orch init

orch-bank: ## Run the bank of goals for up to 120 seconds
	@./orch bank --timeout 120

orch-bg: ## Keep searching until Ctrl-C, at ORCH_CPU_TARGET
	@./orch bg

orch-dashboard: ## The live dashboard on http://127.0.0.1:8000, until Ctrl-C
	@./orch dashboard

orch-stats: ## What each strategy has achieved
	@./orch stats

test: ## Everything CI runs: lint, types, unused code, tests (about 37 minutes on two cores)
	@./.ci/run

bench: ## Benchmarks of Lean, the engine and grids (a few minutes); the others are in bench/
	@./orch init
	@npm run --silent bench

clean: ## Remove what can be rebuilt: the embedded Lean, indexes
	@./orch clean
