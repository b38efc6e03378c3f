import type { Rectangle } from '#contract/request.ts'

export type { Rectangle }

/** Quarter turns clockwise, 0 to 3 */
export type Turns = 0 | 1 | 2 | 3

export interface Point {
  readonly x: number
  readonly y: number
}

const inside = (share: number) => Math.min(1, Math.max(0, share))

/** A point of the turned picture on the screen as a point of the picture itself; both in shares */
export function unturned({ x, y }: Point, turns: Turns): Point {
  switch (turns) {
    case 0:
      return { x, y }
    case 1:
      return { x: y, y: 1 - x }
    case 2:
      return { x: 1 - x, y: 1 - y }
    case 3:
      return { x: 1 - y, y: x }
  }
}

/** The rectangle between two points, kept inside the picture */
export function between(from: Point, to: Point): Rectangle {
  const [left, right] = [inside(Math.min(from.x, to.x)), inside(Math.max(from.x, to.x))]
  const [top, bottom] = [inside(Math.min(from.y, to.y)), inside(Math.max(from.y, to.y))]
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** A touch is not a rectangle */
export const isDrawn = ({ width, height }: Rectangle): boolean => width > 0.01 && height > 0.01

export const firstRectangle: Rectangle = { x: 0.35, y: 0.4, width: 0.3, height: 0.2 }

const step = 0.02

/** Moves by an arrow key, or grows and shrinks with Shift; stays inside the picture */
export function nudged(rectangle: Rectangle, key: string, resize: boolean): Rectangle {
  const x = key === 'ArrowLeft' ? -step : key === 'ArrowRight' ? step : 0
  const y = key === 'ArrowUp' ? -step : key === 'ArrowDown' ? step : 0
  if (resize) {
    return {
      ...rectangle,
      width: Math.min(1 - rectangle.x, Math.max(step, rectangle.width + x)),
      height: Math.min(1 - rectangle.y, Math.max(step, rectangle.height + y)),
    }
  }
  return {
    ...rectangle,
    x: Math.min(1 - rectangle.width, Math.max(0, rectangle.x + x)),
    y: Math.min(1 - rectangle.height, Math.max(0, rectangle.y + y)),
  }
}
