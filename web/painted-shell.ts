/**
 * The menu and the grey lines of a page that loads, written into index.html when the pages are built: a browser paints them
 * as soon as it has the style sheet, before the scripts have run. React puts its own in the same place when it comes.
 */
import { fileURLToPath } from 'node:url'
import { type HtmlTagDescriptor, type Plugin, runnerImport } from 'vite'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const PLACE = '<div id="root"></div>'

export function paintedShell(): Plugin {
  return {
    name: 'painted-shell',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const { module } = await runnerImport<{ writtenShell(): string }>(file('src/shell/written.tsx'))
        if (!html.includes(PLACE)) throw new Error(`index.html has no ${PLACE} for the menu.`)
        const shell = module.writtenShell()
        // main.ts asks for it only after the first paint; it is to be there by then.
        const tags = Object.values(bundle)
          .filter((part) => part.type === 'chunk')
          .filter((part) => part.facadeModuleId === file('src/start.tsx'))
          .flatMap(({ fileName, imports }) => [fileName, ...imports].map(preload))
        return { html: html.replace(PLACE, () => `<div id="root">${shell}</div>`), tags }
      },
    },
  }
}

function preload(name: string): HtmlTagDescriptor {
  return {
    tag: 'link',
    injectTo: 'head',
    attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` },
  }
}
