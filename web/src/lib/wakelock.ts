// Keeps the screen awake while one plays. Where a page may not ask for that (no secure context), a silent picture of one
// colour that plays for ever does the same on phones.

/** Keeps the screen awake until the returned function is called. */
export function stayAwake(): () => void {
  return 'wakeLock' in navigator ? byLock() : byFilm()
}

function byLock(): () => void {
  let lock: WakeLockSentinel | null = null
  let over = false
  const ask = async () => {
    if (over || document.visibilityState !== 'visible') return
    try {
      const got = await navigator.wakeLock.request('screen')
      if (over) void got.release()
      else lock = got
    } catch {
      // refused, for instance to save the battery
    }
  }
  // the browser takes the lock back whenever the page is hidden
  document.addEventListener('visibilitychange', ask)
  void ask()
  return () => {
    over = true
    document.removeEventListener('visibilitychange', ask)
    void lock?.release()
  }
}

function byFilm(): () => void {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 2
  if (!canvas.captureStream || !matchMedia('(pointer: coarse)').matches) return () => undefined
  const pen = canvas.getContext('2d')
  const timer = setInterval(() => pen?.fillRect(0, 0, 2, 2), 1000)
  const film = document.createElement('video')
  film.muted = film.playsInline = true
  film.setAttribute('aria-hidden', 'true')
  film.style.cssText = 'position:fixed;inset:auto auto 0 0;width:2px;height:2px;opacity:.01;pointer-events:none'
  film.srcObject = canvas.captureStream(1)
  document.body.append(film)
  // a film may begin only after somebody touched the page
  const play = () => void film.play().catch(() => undefined)
  play()
  addEventListener('pointerdown', play)
  return () => {
    clearInterval(timer)
    removeEventListener('pointerdown', play)
    film.remove()
  }
}
