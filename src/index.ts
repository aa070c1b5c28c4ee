export { InputError, OrchError } from './errors.ts'
