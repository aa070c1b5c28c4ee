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
