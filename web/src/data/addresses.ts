/** Addresses that one part of a page shows and another asks for anew. */
export const TICKETS = '/api/tickets?limit=500'
export const LATEST_RUNS = '/api/runs?limit=20'
