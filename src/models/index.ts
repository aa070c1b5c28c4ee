export { ByteEncoder } from './encoder.ts'
export { ByteGenerator, type Generated, type GenerateOptions } from './generator.ts'
export {
  type Chat,
  type ChatAnswer,
  type ChatMessage,
  type ChatRequest,
  createChat,
  type LlmEndpoint,
  llmEndpoint,
} from './llm.ts'
export { fencedCode } from './llm-text.ts'
export { type ModelFolder, type ModelRole, openModelFolder } from './model-folder.ts'
export { onnxRuntime, type RuntimeState } from './onnx-runtime.ts'
