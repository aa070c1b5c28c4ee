# Every target installs what it needs; ./orch does that on first use.
.PHONY: orch-init orch-bank orch-bg orch-dashboard orch-stats test bench check clean

orch-init: ## Install dependencies and build the embedded Lean, once per machine
	./orch init

orch-bank: ## Run the bank of goals for up to 120 seconds
	./orch bank --timeout 120

orch-bg: ## Keep searching until Ctrl-C, at ORCH_CPU_TARGET
	./orch bg

orch-dashboard: ## The live dashboard on http://127.0.0.1:8000, until Ctrl-C
	./orch dashboard

orch-stats: ## What each strategy has achieved
	./orch stats

test: ## Everything CI runs: lint, types, unused code, tests
	./.ci/run

bench: ## Side-by-side benchmarks
	./orch --version >/dev/null
	npm run bench

clean: ## Remove the embedded Lean from this user's cache
	./orch clean
