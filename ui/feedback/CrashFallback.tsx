import { Component, type ReactNode } from 'react'
import { Button } from '../actions/Button.tsx'
import { logError } from '../shell/log.ts'
import s from './CrashFallback.module.css'

/** What stands where a part of the page fell out */
export function CrashFallback() {
  return (
    <div className={s.crash} role="alert">
      <h2>Компонент размонтирован</h2>
      <p>Эта часть страницы не загрузилась. Введённое сохранено.</p>
      <Button small kind="soft" icon="refresh" onClick={() => location.reload()}>
        обновить
      </Button>
    </div>
  )
}

type BoundaryProps = {
  children: ReactNode
  /** Instead of the crash fallback */
  fallback?: ((error: unknown) => ReactNode) | undefined
  /** What it stands around, in the report */
  place: string
}

/** Catches what is thrown while drawing its children, and reports it */
export class CrashBoundary extends Component<BoundaryProps, { fallen: boolean; error: unknown }> {
  override state = { fallen: false, error: undefined as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { fallen: true, error }
  }

  override componentDidCatch(error: unknown) {
    logError(this.props.place, error)
  }

  override render() {
    if (!this.state.fallen) return this.props.children
    return this.props.fallback?.(this.state.error) ?? <CrashFallback />
  }
}
