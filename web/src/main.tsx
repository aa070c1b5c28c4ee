import './styles/tokens.css'
import './styles/base.css'
import './styles/shell.css'
import './styles/pieces.css'
import './styles/charts.css'
import './styles/pages.css'
import './styles/goal.css'
import './styles/market.css'
import './styles/arc.css'
import './styles/blueprint.css'
import './styles/project.css'
import './styles/playground.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startLive } from './data/live.ts'
import { App } from './shell/app.tsx'
import { applyTheme, storedTheme } from './shell/theme.ts'

applyTheme(storedTheme())
startLive()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
