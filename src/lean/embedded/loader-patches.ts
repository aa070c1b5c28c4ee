/**
 * Changes to Emscripten's loader (`lean.js`), each with its reason. A pattern must occur exactly as given: the
 * package is pinned by checksum, so a missing one means that this list and the package do not belong together.
 */
export interface LoaderPatch {
  readonly name: string
  readonly why: string
  readonly find: string
  readonly replace: string
}

/** Puts `code` right behind the text found. */
function after(name: string, why: string, find: string, code: string): LoaderPatch {
  return { name, why, find, replace: find + code }
}

const hostScope = [
  'isThread:ENVIRONMENT_IS_PTHREAD',
  'u8:()=>(growMemViews(),HEAPU8)',
  'u16:()=>(growMemViews(),HEAPU16)',
  'u32:()=>(growMemViews(),HEAPU32)',
  'i64:()=>(growMemViews(),HEAP64)',
  'text:p=>UTF8ToString(p)',
  'putText:(s,p,n)=>stringToUTF8(s,p,n)',
  'allocate:n=>_malloc(n)',
  'allocateAligned:(a,n)=>_emscripten_builtin_memalign(a,n)',
  'tellMain:(h,a)=>ENVIRONMENT_IS_PTHREAD?postMessage({cmd:"callHandler",handler:h,args:[a]}):Module[h](a)',
].join(',')

export const loaderPatches: readonly LoaderPatch[] = [
  {
    name: 'module settings',
    why: 'The loader is required as a CommonJS module, where a global of that name is not visible.',
    find: 'var Module=typeof Module!="undefined"?Module:{};',
    replace: 'var Module=globalThis.orchModule??{};',
  },
  after(
    'host layer',
    'Every thread has its own host layer; the main thread gets its settings from the entry program.',
    'var arguments_=[];',
    `var orchHost=require("./host.mjs").createHost({${hostScope}});if(Module.orch){orchHost.settings=Module.orch.settings;if(Module.orch.onSnapshot)orchHost.onSnapshot=c=>Module.orch.onSnapshot(c,wasmExports,wasmMemory)}`,
  ),
  {
    name: 'guarded imports',
    why: 'Lean reaches the host only through what the import policy lets through.',
    find: 'var imports={env:wasmImports,wasi_snapshot_preview1:wasmImports,',
    replace:
      'var orchImports=orchHost.imports(wasmImports);var imports={env:orchImports,wasi_snapshot_preview1:orchImports,',
  },
  after(
    'global offset table',
    'Addresses come from the symbol table; only thread-local variables, which replace entries, differ per thread.',
    'var updateGOT=(exports,replace)=>{',
    'if(!replace){for(var g in GOT){if(GOT[g].value===-1){var v=orchHost.symbol(g);if(v)GOT[g].value=v}}return}',
  ),
  {
    name: 'undefined symbols',
    why: 'Pointers to browser functions (audio, graphics) stay null instead of costing a module each per thread.',
    find: 'var value=resolveGlobalSymbol(symName,true).sym;if(!value&&!entry.required){',
    replace: 'var value=orchHost.pointedTo(symName);if(!value){',
  },
  {
    name: 'function addresses',
    why: 'The original scans the whole function table, a quarter of a million entries, on first use.',
    find: 'if(!functionsInTableMap){functionsInTableMap=new WeakMap;updateTableMap(0,wasmTable.length)}',
    replace: 'functionsInTableMap??=new WeakMap;',
  },
  {
    name: 'thread start message',
    why: 'A new thread needs the settings of the host layer before it instantiates the module.',
    find: 'worker.postMessage({cmd:"load",handlers,',
    replace: 'worker.postMessage({cmd:"load",orchSettings:orchHost.settings,handlers,',
  },
  after(
    'thread settings',
    'The receiving end of the message above.',
    'if(cmd==="load"){',
    'orchHost.settings=msgData.orchSettings;',
  ),
  {
    name: 'worker options',
    why: 'Deep recursion needs a big machine stack, and no thread needs the environment of the host.',
    find: '{workerData:"em-pthread",name:"em-pthread"}',
    replace:
      '{workerData:"em-pthread",name:"em-pthread",env:{},execArgv:[],resourceLimits:{stackSizeMb:orchHost.settings.stackMb}}',
  },
  {
    name: 'worker pool',
    why: 'A restored server starts with one worker and loads it before the main instance exists.',
    find: 'var pthreadPoolSize=4;while(pthreadPoolSize--){PThread.allocateUnusedWorker()}addOnPreRun(',
    replace:
      'var pthreadPoolSize=Module.poolSize;while(pthreadPoolSize--){PThread.allocateUnusedWorker()}Module.orch.loadWorkers=m=>{wasmModule=m;PThread.loadWasmModuleToAllWorkers()};Module.orch.addWorkers=n=>{while(n-->0){PThread.allocateUnusedWorker();PThread.loadWasmModuleToWorker(PThread.unusedWorkers.at(-1))}};if(!Module.orch.savedGlobals)addOnPreRun(',
  },
  after(
    'exit',
    'Other threads may be anywhere: no teardown is safe, so the process ends at once.',
    'function _proc_exit(code){if(ENVIRONMENT_IS_PTHREAD)return proxyToMainThread(0,0,1,code);',
    'Module.onExitRequest(code);',
  ),
  {
    name: 'restore',
    why: 'A snapshot holds the state after all constructors; the stale mailbox flag in it must be served once.',
    find: 'wasmExports["__wasm_call_ctors"]();callRuntimeCallbacks(onPostCtors)',
    replace:
      'Module.wasmExports=wasmExports;if(Module.orch.savedGlobals){noExitRuntime=true;for(var g in Module.orch.savedGlobals)wasmExports[g].value=Module.orch.savedGlobals[g];checkMailbox()}else{wasmExports["__wasm_call_ctors"]();callRuntimeCallbacks(onPostCtors)}',
  },
]

/** Text the host layer relies on without changing it: numbers of inline scripts and of proxied functions. */
export const loaderExpectations: readonly { readonly name: string; readonly find: string }[] = [
  { name: 'inline script: environment', find: '943522:$0=>{var envVar=UTF8ToString($0)' },
  { name: 'inline script: program path', find: 'return valOnWasmHeap}else{return 0}},943765:()=>' },
  { name: 'inline script: assertion', find: '943294:($0,$1,$2)=>{console.log("[DEBUG:ASSERT]' },
  {
    name: 'proxied functions',
    find: 'proxiedFunctionTable=[_proc_exit,exitOnMainThread,pthreadCreateProxied,',
  },
]
