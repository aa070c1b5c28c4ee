import { type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

/** The width of an element in pixels, kept up to date: charts draw in real pixels so that text keeps its size. */
export function useWidth<T extends HTMLElement>(): readonly [RefObject<T | null>, number] {
  const ref = useRef<T>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}

const WIDE = matchMedia('(min-width: 2200px)')

/** Whether there is room for everything to be larger; the type grows at the same width. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(
    (changed) => {
      WIDE.addEventListener('change', changed)
      return () => WIDE.removeEventListener('change', changed)
    },
    () => WIDE.matches,
  )
}
