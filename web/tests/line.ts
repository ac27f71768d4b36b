// A WebSocket that a test holds the other end of.

export class Line {
  static all: Line[] = []
  static OPEN = 1
  static CONNECTING = 0
  static get last(): Line {
    return Line.all.at(-1)!
  }
  readyState = 0
  sent: { t: string }[] = []
  onopen?: () => void
  onmessage?: (e: { data: string }) => void
  onclose?: () => void
  constructor(readonly url: URL) {
    Line.all.push(this)
  }
  send(data: string) {
    this.sent.push(JSON.parse(data) as { t: string })
  }
  close() {
    this.readyState = 3
  }
  open() {
    this.readyState = 1
    this.onopen?.()
  }
  say(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  break() {
    this.readyState = 3
    this.onclose?.()
  }
}
