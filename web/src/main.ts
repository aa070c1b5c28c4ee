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

/**
 * What index.html has of the page is painted first, in the next frame, and the scripts, which are fetched meanwhile, run
 * after it. A tab that nobody looks at has no frames.
 */
const start = () => void import('./start.tsx')
if (document.hidden) start()
else requestAnimationFrame(() => setTimeout(start))
