export { ByteEncoder } from './encoder.ts'
export { ByteGenerator, type Generated, type GenerateOptions } from './generator.ts'
export { type ModelFolder, type ModelRole, openModelFolder } from './model-folder.ts'
export { onnxRuntime, type RuntimeState } from './onnx-runtime.ts'
