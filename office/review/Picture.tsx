import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { classes } from '#ui/classes.ts'
import { useVariable } from '#ui/variables.ts'
import { between, isDrawn, type Point, type Rectangle, type Turns, unturned } from './rectangle.ts'
import type { Shot } from './shots.ts'
import { Video } from './Video.tsx'
import s from './Viewer.module.css'

export interface View {
  /** 1: the whole picture fits */
  readonly zoom: number
  readonly turns: Turns
}

type Props = {
  shot: Shot
  view: View
  rectangle: Rectangle | undefined
  onRectangle?: ((rectangle: Rectangle) => void) | undefined
}

/** One picture fitted to its place, or a video */
export function Picture(props: Props) {
  return <figure className={s.stage}>{props.shot.video ? <Video shot={props.shot} /> : <Still {...props} />}</figure>
}

type Size = { readonly width: number; readonly height: number }

function Still({ shot, view, rectangle, onRectangle }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const room = useSize(box)
  const [natural, setNatural] = useState<Size>({ width: 4, height: 3 })
  const [broken, setBroken] = useState(false)
  const fitted = fit(natural, room, view)
  useVariable(sheet, '--width', `${fitted.width}px`)
  useVariable(sheet, '--height', `${fitted.height}px`)
  useVariable(sheet, '--turn', `${view.turns * 90}deg`)
  const drag = useDrag(sheet, view.turns, onRectangle)
  const shown = drag.drawn ?? rectangle
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
    <section ref={box} className={s.box} aria-label={shot.title} tabIndex={0}>
      <div className={classes(s.turned, view.turns % 2 === 1 && s.onSide)}>
        <div ref={sheet} className={classes(s.sheet, onRectangle && s.drawing)} {...drag.handlers}>
          {broken ? (
            <p className={s.broken}>Снимок не открылся</p>
          ) : (
            <img
              src={shot.address}
              alt={shot.title}
              draggable={false}
              onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
                setNatural({ width, height })
              }
              onError={() => setBroken(true)}
            />
          )}
          {shown && <Frame rectangle={shown} />}
        </div>
      </div>
    </section>
  )
}

function Frame({ rectangle: { x, y, width, height } }: { rectangle: Rectangle }) {
  const frame = useRef<HTMLDivElement>(null)
  useVariable(frame, '--left', `${x * 100}%`)
  useVariable(frame, '--top', `${y * 100}%`)
  useVariable(frame, '--across', `${width * 100}%`)
  useVariable(frame, '--down', `${height * 100}%`)
  return <div ref={frame} className={s.frame} />
}

/** The size the unturned sheet is drawn at, so that the turned one fits the room */
function fit(natural: Size, room: Size, { zoom, turns }: View): Size {
  const [across, down] = turns % 2 === 1 ? [natural.height, natural.width] : [natural.width, natural.height]
  const scale = Math.min(room.width / across, room.height / down) * zoom
  return { width: Math.floor(natural.width * scale), height: Math.floor(natural.height * scale) }
}

function useSize(box: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useEffect(() => {
    const node = box.current
    if (!node) return
    const read = () => setSize({ width: node.offsetWidth, height: node.offsetHeight })
    const observer = new ResizeObserver(read)
    observer.observe(node)
    read()
    return () => observer.disconnect()
  }, [box])
  return size
}

/** Draws a rectangle from where the pointer went down to where it is let go */
function useDrag(
  sheet: RefObject<HTMLElement | null>,
  turns: Turns,
  onRectangle: ((rectangle: Rectangle) => void) | undefined,
) {
  const [from, setFrom] = useState<Point | null>(null)
  const [drawn, setDrawn] = useState<Rectangle | null>(null)
  const point = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top, width, height } = sheet.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    return unturned({ x: (clientX - left) / width, y: (clientY - top) / height }, turns)
  }
  if (!onRectangle) return { drawn: null, handlers: {} }
  return {
    drawn,
    handlers: {
      onPointerDown(event: PointerEvent) {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        setFrom(point(event))
      },
      onPointerMove(event: PointerEvent) {
        if (from) setDrawn(between(from, point(event)))
      },
      onPointerUp() {
        if (drawn && isDrawn(drawn)) onRectangle(drawn)
        setFrom(null)
        setDrawn(null)
      },
    },
  }
}
