"""A page with one of everything that an observation must tell."""

from __future__ import annotations

PAGE = """<!doctype html><title>Shop</title><style>body { margin: 0 } .far { margin-top: 2000px }</style>
<header><nav aria-label=Site><a href="/forums">Forums</a></nav></header>
<main><h1>Books</h1><p>Posted <b>yesterday</b></p><ul><li>one</li><li></li></ul>
<label>Title <input required value="My post"></label><label>Note <textarea readonly>it's</textarea></label>
<select aria-label=Sort><option>New</option><option selected>Hot</option></select>
<input type=checkbox checked aria-label=Pinned><button disabled>Off</button><button aria-expanded=false>Menu</button>
<img alt="A cover" src="data:,"><dialog open>Sure? <button>Yes</button></dialog>
<iframe title=Frame srcdoc="<title>Inner</title><button>framed</button><iframe srcdoc='<a href=/deep>deep</a>'>
</iframe>"></iframe><div id=host><i slot=s>light</i></div><div id=shut><u>kept</u></div>
<div class=far><button>Far away</button></div></main>
<script>host.attachShadow({mode: "open"}).innerHTML = "<button>shadowed</button><slot name=s></slot>";
shut.attachShadow({mode: "closed"}).innerHTML = "<section>secret <slot></slot></section>"</script>"""
