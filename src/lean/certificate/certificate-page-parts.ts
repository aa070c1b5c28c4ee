/** What a certificate's page looks like, and what it does. */

export const PAGE_STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; background: Canvas; color: CanvasText; }
main { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: .75rem; border: 1px solid #8886; border-radius: .4rem; }
li { overflow-wrap: anywhere; } li span { opacity: .8; }
button { font: inherit; padding: .4rem .8rem; margin-block: .2rem; }
progress { width: 100%; }
#verdict { font-weight: 600; }
#verdict[data-kind="accepted"] { color: #0a7d32; }
#verdict[data-kind="rejected"] { color: #c0262d; }
@media (prefers-color-scheme: dark) {
  #verdict[data-kind="accepted"] { color: #5fd38a; }
  #verdict[data-kind="rejected"] { color: #ff8a8a; }
}
`

/** Plain script: it runs as it stands here. */
export const PAGE_SCRIPT = `
const at = (id) => document.getElementById(id)
const say = (kind, text) => { at('verdict').dataset.kind = kind; at('verdict').textContent = text }
async function certificate() {
  const packed = Uint8Array.from(atob(at('certificate').textContent.trim()), (c) => c.charCodeAt(0))
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
// What the page says that the proof stands on must be what the kernel saw.
const shown = (list) => [...document.querySelectorAll('#' + list + ' li code')].map((e) => e.textContent)
const same = (a, b) => [...a].sort().join('\\n') === [...b].sort().join('\\n')
let worker
function end() {
  if (worker) worker.terminate()
  worker = undefined
  at('check').disabled = false
  at('stop').disabled = true
}
at('check').onclick = async () => {
  at('check').disabled = true
  at('stop').disabled = false
  at('bar').value = 0
  say('running', 'Checking …')
  const url = URL.createObjectURL(new Blob([at('kernel').textContent], { type: 'text/javascript' }))
  const own = new Worker(url)
  worker = own
  worker.onerror = (event) => { say('declined', 'The kernel could not run: ' + event.message); end() }
  worker.onmessage = ({ data }) => {
    if (data.kind === 'progress') {
      at('bar').value = data.declarations
      say('running', data.declarations + ' declarations checked, now after ' + data.name)
      return
    }
    const { outcome, declarations, axioms, assumptions, theorem } = data.report
    at('bar').value = declarations
    const seconds = (data.millis / 1000).toFixed(2) + ' s'
    const isShown = theorem !== undefined && theorem.type === at('type').textContent
    if (outcome.kind === 'accepted' && !isShown)
      say('rejected', 'Rejected: what is checked here is not the theorem that this page shows.')
    else if (outcome.kind === 'accepted' && !(same(axioms, shown('axioms')) && same(assumptions, shown('assumptions'))))
      say('rejected', 'Rejected: it stands on other axioms or assumptions than this page shows.')
    else if (outcome.kind === 'accepted')
      say('accepted', 'Accepted: ' + declarations + ' declarations in ' + seconds + ', ' + axioms.length + ' axioms, ' + assumptions.length + ' assumptions.')
    else if (outcome.kind === 'rejected') say('rejected', 'Rejected: ' + outcome.detail)
    else say('declined', 'Declined: ' + outcome.why)
    end()
  }
  const bytes = await certificate()
  const size = 1 << 16
  for (let from = 0; from < bytes.length && worker === own; from += size) own.postMessage({ bytes: bytes.slice(from, from + size) })
  // Stopped in the meantime, and perhaps begun again: then the pieces are for another worker.
  if (worker === own) own.postMessage({ end: true })
}
at('stop').onclick = () => { end(); say('stopped', 'Stopped.') }
at('save').onclick = async () => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([await certificate()], { type: 'application/x-ndjson' }))
  link.download = 'certificate.ndjson'
  link.click()
}
`
