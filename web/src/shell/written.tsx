import { renderToStaticMarkup } from 'react-dom/server'
import { App } from './app.tsx'

/** What every page has before it knows which one it is, as HTML: see web/painted-shell.ts. */
export const writtenShell = (): string => renderToStaticMarkup(<App />)
