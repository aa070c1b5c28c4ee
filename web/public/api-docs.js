/** Sends the requests of the API reference from its page, and shows the answers below them. */
for (const form of document.querySelectorAll('form[data-method]')) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const output = form.querySelector('output')
    const button = form.querySelector('button')
    const fields = new FormData(form)
    const { method, path } = form.dataset
    let address = path
    const query = new URLSearchParams()
    for (const [name, value] of fields) {
      if (name === 'body') continue
      if (path.includes(`{${name}}`)) address = address.replace(`{${name}}`, encodeURIComponent(value))
      else if (value !== '') query.set(name, value)
    }
    const asked = query.size > 0 ? `${address}?${query}` : address
    const body = fields.get('body')
    button.disabled = true
    output.textContent = 'Waiting for the answer …'
    try {
      const headers = {
        accept: 'application/json',
        ...(body !== null && { 'content-type': 'application/json' }),
      }
      const answer = await fetch(asked, { method, headers, ...(body !== null && { body }) })
      const text = await answer.text()
      output.textContent = `${answer.status} ${answer.statusText}\n${pretty(text)}`
    } catch {
      output.textContent = 'The server does not answer.'
    }
    button.disabled = false
  })
}

/** Text that is no JSON stays as it is; a long answer is cut. */
function pretty(text) {
  try {
    text = JSON.stringify(JSON.parse(text), null, 2)
  } catch {}
  return text.length > 20_000 ? `${text.slice(0, 20_000)}\n…` : text
}
