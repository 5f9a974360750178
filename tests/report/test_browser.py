# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The pages in chromium: used by keyboard, in both themes, and on a phone. Without chromium and
playwright, nothing is tested."""

import os

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = os.environ.get("RVT_CHROMIUM")
pytestmark = pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 360, "height": 740}
PATIENCE = 300_000  # ms, for a machine with much other work
RATIO = 4.5  # contrast of text. WCAG 2.1, 1.4.3

UNFOLD = "document.querySelectorAll('details').forEach(part => part.open = true)"
# Texts whose contrast with what is behind them is too low: [ratio, text].
CONTRAST = (
    """
() => {
  const part = c => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  const light = c => 0.2126 * part(c[0]) + 0.7152 * part(c[1]) + 0.0722 * part(c[2]);
  const colour = text => text.match(/[\\d.]+/g).map(Number);
  const behind = node => {
    for (; node; node = node.parentElement) {
      const found = colour(getComputedStyle(node).backgroundColor);
      if (found.length === 3 || found[3] === 1) return found;
    }
    return [255, 255, 255];
  };
  const low = [];
  for (const node of document.querySelectorAll("body *")) {
    const own = [...node.childNodes].some(n => n.nodeType === 3 && n.data.trim());
    if (!own || !node.checkVisibility() || node.closest("script")) continue;
    const style = getComputedStyle(node);
    const text = node.closest("svg") ? style.fill : style.color;
    const pair = [light(colour(text)), light(behind(node))].sort((a, b) => b - a);
    const ratio = (pair[0] + 0.05) / (pair[1] + 0.05);
    if (ratio < %s) low.push([ratio, node.tagName + " " + node.textContent.slice(0, 40)]);
  }
  return low;
}
"""
    % RATIO
)


@pytest.fixture(scope="module")
def browser():
    """A browser."""
    with playwright.sync_playwright() as started:
        made = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield made
        made.close()


@pytest.fixture
def opened(browser):
    """Opens a page in a window of its own: opened(path, viewport, scheme). In the end, none may
    have had an error, or asked for anything but files."""
    contexts, wrong = [], []

    def open_page(path, viewport=DESKTOP, scheme="light"):
        """Opens one."""
        context = browser.new_context(viewport=viewport, color_scheme=scheme)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("dialog", lambda dialog: wrong.append(dialog.message))
        page.on("request", lambda r: None if r.url.startswith("file:") else wrong.append(r.url))
        page.goto(path.as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [text for text in wrong if not text.startswith("data:")] == []


def focused(page):
    """What has the focus: tag and text."""
    return page.evaluate(
        "[document.activeElement.tagName, document.activeElement.textContent.trim()]"
    )


def press_until(page, tag, text="", key="Tab"):
    """Presses a key until an element has the focus."""
    for _ in range(60):
        page.keyboard.press(key)
        found = focused(page)
        if found[0] == tag and text in found[1]:
            return
    raise AssertionError(f"no {tag} {text} is reached")


def test_no_page_runs_foreign_scripts_or_scrolls_sideways(opened, every_page):
    """The attack of the hostile results does nothing. On a phone, the body is as wide as the
    window, whatever is unfolded; tables that are wider scroll by themselves."""
    page = opened(every_page[0], PHONE)
    for path in every_page:
        page.goto(path.as_uri())
        page.evaluate(UNFOLD)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path
        assert page.evaluate("window.hit") is None, path


def test_texts_have_contrast(opened, site, check_page):
    """In both themes, with everything unfolded."""
    page = opened(check_page)
    for path in [check_page, *sorted(site.glob("*.html"))]:
        page.goto(path.as_uri())
        page.evaluate(UNFOLD)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert page.evaluate(CONTRAST)[:5] == [], (path, scheme)


def test_theme_is_chosen_by_keyboard_and_kept(opened, site):
    """Arrow keys choose; the next page has the same theme."""
    page = opened(site / "index.html")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    press_until(page, "INPUT")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert dark != light
    page.goto((site / "findings.html").as_uri())
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark
    assert page.get_by_role("radio", name="Dark").is_checked()


def test_theme_follows_the_system(opened, site):
    """Without a choice."""
    colours = {
        scheme: opened(site / "index.html", scheme=scheme).evaluate(
            "getComputedStyle(document.body).backgroundColor"
        )
        for scheme in ("light", "dark")
    }
    assert colours["light"] != colours["dark"]


def test_skip_link_comes_first_and_works(opened, site):
    """Tab and Enter lead to the content."""
    page = opened(site / "requirements.html")
    page.keyboard.press("Tab")
    assert focused(page) == ["A", "Skip to the content"]
    assert page.evaluate("document.activeElement.getBoundingClientRect().top") >= 0
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_focus_can_be_seen(opened, site):
    """Each element that has the focus has an outline, or its label has."""
    page = opened(site / "index.html")
    for _ in range(25):
        page.keyboard.press("Tab")
        assert page.evaluate(
            """() => {
                 const at = document.activeElement;
                 return [at, at.nextElementSibling].filter(Boolean).some(
                   node => parseFloat(getComputedStyle(node).outlineWidth) >= 2
                     && getComputedStyle(node).outlineStyle === "solid");
               }"""
        ), focused(page)


def test_filter_narrows_requirements_by_keyboard(opened, site):
    """Typing hides what does not fit, and says how many are left."""
    page = opened(site / "requirements.html")
    everything = page.locator("tr[data-state]:visible").count()
    page.get_by_role("searchbox").focus()
    page.keyboard.type("etr-fmt-005")
    assert page.locator("tr[data-state]:visible").count() == 1
    assert page.locator("output").inner_text() == f"1 of {everything} requirements"
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    page.get_by_role("combobox").focus()
    page.keyboard.type("broken")
    states = page.locator("tr[data-state]:visible")
    assert 0 < states.count() < everything
    assert {row.get_attribute("data-state") for row in states.all()} == {"broken"}


def test_finding_unfolds_by_keyboard(opened, site):
    """Enter unfolds and folds the summary that has the focus."""
    page = opened(site / "findings.html")
    page.get_by_role("button", name="Collapse all").focus()
    page.keyboard.press("Enter")
    assert page.locator("details.finding[open]").count() == 0
    press_until(page, "SUMMARY")
    page.keyboard.press("Enter")
    assert page.locator("details.finding[open]").count() == 1
    assert page.locator("details.finding[open] .packet").first.is_visible()
    page.get_by_role("button", name="Expand all").press("Enter")
    assert page.locator("details.finding:not([open])").count() == 0


def test_link_to_a_finding_unfolds_it(opened, site):
    """From the verdict to the finding itself."""
    page = opened(site / "index.html")
    link = page.locator("#broken a[href^='findings.html#finding-']").last
    name = link.get_attribute("href").partition("#")[2]
    link.click()
    page.wait_for_selector(f"#{name}[open]")
    assert page.locator(f"#{name} .inside").is_visible()


def test_controls_have_names_in_the_accessibility_tree(opened, site):
    """As a screen reader hears it."""
    page = opened(site / "findings.html")
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    roles = {"button", "link", "searchbox", "combobox", "radio", "DisclosureTriangle", "heading"}
    roles |= {"image", "region", "table", "navigation"}
    seen = set()
    for node in nodes:
        role = node.get("role", {}).get("value")
        if node.get("ignored") or role not in roles:
            continue
        seen.add(role)
        assert node.get("name", {}).get("value", "").strip(), node
    assert {"button", "link", "searchbox", "combobox", "radio", "heading", "image", "table"} <= seen


def test_tables_are_tables_on_a_phone(opened, site):
    """Although their rows are laid out as cards."""
    page = opened(site / "index.html", PHONE)
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    roles = {node["role"]["value"] for node in nodes if not node["ignored"]}
    assert {"table", "row", "rowheader", "cell"} <= roles


def test_page_is_readable_without_scripts(browser, site):
    """Nothing is hidden, and what does not work is not shown."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site / "findings.html").as_uri())
    assert page.locator("form.filter:visible, .theme:visible").count() == 0
    assert page.locator("details.finding summary:visible").count() > 10
    context.close()
