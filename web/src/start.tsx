import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startLive } from './data/live.ts'
import { App } from './shell/app.tsx'

startLive()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
