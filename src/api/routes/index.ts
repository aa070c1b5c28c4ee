/** Every route that takes and gives JSON: the server answers them, the OpenAPI document lists them, clients ask them. */
export * from './arc.ts'
export * from './blueprint.ts'
export * from './goals.ts'
export * from './overview.ts'
export * from './project.ts'
export * from './runs.ts'
export * from './tickets.ts'
