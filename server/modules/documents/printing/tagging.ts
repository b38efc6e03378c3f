import type { createRequire } from 'node:module'

/** What a piece of text is to a reader who does not see the page. `table` and `row` place a cell. */
export type Tag =
  | { readonly is: 'H1' | 'H2' | 'P' }
  | { readonly is: 'TH' | 'TD'; readonly table: object; readonly row: number }
  /** Nothing that is read: page numbers. */
  | { readonly is: 'Artifact' }

interface Element {
  add(child: unknown): Element
  end(): void
}

/** The part of PDFKit's document used here: https://pdfkit.org/docs/accessibility.html */
interface TaggedDocument {
  struct(type: string): Element
  addStructure(element: Element): void
  markStructureContent(type: string): unknown
  markContent(type: string, options?: object): unknown
  endMarkedContent(): void
}

interface Node {
  readonly tag?: Tag
}

interface Line {
  /** Ours: the text the line is of. */
  from?: Node
}

interface Layout {
  buildNextLine(node: Node): Line | null
}

interface Renderer {
  readonly pdfDocument: TaggedDocument
  renderPages(pages: unknown): void
  renderLine(line: Line, x: number, y: number): void
  renderVector(vector: unknown): void
}

/** The tree of one document: tables, rows and cells are made as their first line is drawn. */
function openTree(document: TaggedDocument) {
  const root = document.struct('Document')
  document.addStructure(root)
  const made = new Map<unknown, Element>()

  function element(key: unknown, type: string, parent: () => Element): Element {
    const known = made.get(key)
    if (known) return known
    const fresh = document.struct(type)
    parent().add(fresh)
    made.set(key, fresh)
    return fresh
  }

  const rows = new Map<object, Map<number, object>>()
  function rowKey(table: object, row: number): object {
    const of = rows.get(table) ?? new Map<number, object>()
    rows.set(table, of)
    const key = of.get(row) ?? {}
    of.set(row, key)
    return key
  }

  return {
    text(node: object, tag: Tag, draw: () => void): void {
      if (tag.is === 'Artifact') {
        document.markContent('Artifact', { type: 'Pagination' })
        draw()
        document.endMarkedContent()
        return
      }
      const parent = () =>
        'table' in tag ? element(rowKey(tag.table, tag.row), 'TR', () => element(tag.table, 'Table', () => root)) : root
      const own = element(node, tag.is, parent)
      own.add(document.markStructureContent(tag.is))
      draw()
      document.endMarkedContent()
    },
    ornament(draw: () => void): void {
      document.markContent('Artifact', { type: 'Layout' })
      draw()
      document.endMarkedContent()
    },
    end: () => root.end(),
  }
}

/**
 * Teaches pdfmake to write tagged PDF: it hands `tagged` on to PDFKit and marks nothing itself. Each text is marked by
 * the `tag` of its node, a paragraph without one; lines and frames are ornament.
 */
export function writeTags(require: ReturnType<typeof createRequire>): void {
  const { default: drawing } = require('pdfmake/js/Renderer.js') as { default: { prototype: Renderer } }
  const { default: laying } = require('pdfmake/js/LayoutBuilder.js') as { default: { prototype: Layout } }
  const { buildNextLine } = laying.prototype
  laying.prototype.buildNextLine = function (node) {
    const line = buildNextLine.call(this, node)
    if (line) line.from = node
    return line
  }
  const { renderPages, renderLine, renderVector } = drawing.prototype
  const trees = new WeakMap<TaggedDocument, ReturnType<typeof openTree>>()
  const treeOf = (document: TaggedDocument) => {
    const tree = trees.get(document) ?? openTree(document)
    trees.set(document, tree)
    return tree
  }
  Object.assign(drawing.prototype, {
    renderPages(this: Renderer, pages: unknown) {
      renderPages.call(this, pages)
      treeOf(this.pdfDocument).end()
    },
    renderLine(this: Renderer, line: Line, x: number, y: number) {
      const { from = {} } = line
      treeOf(this.pdfDocument).text(from, from.tag ?? { is: 'P' }, () => renderLine.call(this, line, x, y))
    },
    renderVector(this: Renderer, vector: unknown) {
      treeOf(this.pdfDocument).ornament(() => renderVector.call(this, vector))
    },
  } satisfies Partial<Renderer>)
}
