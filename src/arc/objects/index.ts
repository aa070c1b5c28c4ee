export * from './divide.ts'
export * from './measures.ts'
export * from './picture.ts'
export * from './sight.ts'
