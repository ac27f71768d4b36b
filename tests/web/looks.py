"""What holds for every page: no offence against those who see or hear it otherwise, and room for every finger."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, Page

from tests.web.tables import Person

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"


def offences(page: Page) -> list[str]:
    """What axe finds on a page, each with its first element."""
    page.evaluate(AXE.read_text(encoding="utf-8"))  # not by a script element, which no page of ours may have
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [f"{fault['id']}: {fault['nodes'][0]['html'][:120]}" for fault in found["violations"]]


def touch_together(person: Person, *goals: Locator) -> None:
    """Put a finger on each of these in one movement."""
    boxes = [box for goal in goals if (box := goal.bounding_box())]
    points = [{"x": b["x"] + b["width"] / 2, "y": b["y"] + b["height"] / 2, "id": i} for i, b in enumerate(boxes)]
    touch = person.context.new_cdp_session(person.page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


# At a table: nothing scrolls, no target is under 44 px, nothing leaves the page or lies over a card.
MISFITS = """() => {
  const wrong = []
  const page = document.documentElement
  if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth) wrong.push('the page scrolls')
  for (const element of document.querySelectorAll('button, a[href]:not(p a, li a)')) {
    const box = element.getBoundingClientRect()
    const name = element.ariaLabel || element.textContent.trim()
    if (!element.checkVisibility() || element.closest('[popover]:not(:popover-open), dialog:not([open])')) continue
    if (box.width < 44 || box.height < 44) wrong.push(`${name}: ${box.width} × ${box.height}`)
    if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight) 
      wrong.push(`${name}: outside`)
    if (element.scrollWidth > element.clientWidth + 1) wrong.push(`${name}: too wide for its button`)
    if (element.dataset.card) {
      const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
      if (!element.contains(at)) wrong.push(`${name}: covered`)
    }
  }
  return wrong
}"""

# On a page that may be long: nothing scrolls sideways, no target is under 44 px, nothing is cut.
MISFITS_OF_PAGE = """() => {
  const wrong = []
  if (document.documentElement.scrollWidth > innerWidth) wrong.push('the page scrolls sideways')
  for (const element of document.querySelectorAll('button, summary, select, .field, a[href]:not(p a, .ruling)')) {
    const box = element.getBoundingClientRect()
    const name = element.ariaLabel || element.textContent.trim() || element.id
    if (!element.checkVisibility() || element.closest('[popover]:not(:popover-open), dialog:not([open])')) continue
    if (box.width < 44 || box.height < 44) wrong.push(`${name}: ${box.width} × ${box.height}`)
    if (box.left < 0 || box.right > innerWidth) wrong.push(`${name}: outside`)
    if (element.matches('button, a') && element.scrollWidth > element.clientWidth + 1) wrong.push(`${name}: cut`)
  }
  return wrong
}"""
