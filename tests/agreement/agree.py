"""Agreement: our judges beside the originals' own packages, case by case.

    python tests/agreement/agree.py [--python PYTHON] [--n N] [--write]

``--python`` is the Python of an environment with the packages ``libwebarena``, ``webarena-verified`` and ``agisdk``;
without it one is made under the project's cache folder. ``--write`` keeps the originals' verdicts as the facts that
``test_agreement.py`` compares ours with. Exit code 1 when a case is judged in two ways and ``known.py`` does not say
why.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import venv
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from browserenv.sites.kit.golden import cache_folder  # noqa: E402
from tests.agreement.cases import SEED, cases  # noqa: E402
from tests.agreement.known import Difference, differences  # noqa: E402
from tests.agreement.ours import verdicts, with_words  # noqa: E402

HERE = Path(__file__).resolve().parent
FACTS = HERE / "verdicts.json"
# Their own dependencies are not installed with them: what the evaluators call is little, and the rest is gigabytes.
PACKAGES = ("libwebarena==0.0.5", "webarena-verified==1.2.3", "agisdk==0.3.5")
NEEDED = (
    *("beartype==0.12.0", "nltk", "requests", "jmespath"),
    *("pydantic==2.12.0", "pint==0.25", "price-parser==0.5.0", "python-dateutil==2.9.0.post0", "pytimeparse2==1.7.1"),
    *("unidecode==1.4.0", "url-normalize==2.2.1", "us==3.2.0", "usaddress==0.5.16", "usaddress-scourgify==0.6.0"),
    *("thefuzz", "word2number==1.1", "geopy==2.4.1", "geographiclib==2.1", "jsonpath-ng==1.7.0"),
    *("beautifulsoup4==4.14.2", "compact-json==1.8.1"),
)


def main() -> int:
    parser = argparse.ArgumentParser(description="Our judges beside the originals' own packages.")
    parser.add_argument("--python", type=Path, help="the Python of an environment with their packages")
    parser.add_argument("--n", type=int, default=0, help="judge every so manieth case only, so that about N are left")
    parser.add_argument("--write", action="store_true", help="keep the originals' verdicts as facts for the tests")
    asked = parser.parse_args()
    made = with_words(cases())
    made = made[:: max(1, len(made) // asked.n)] if asked.n else made
    theirs = originals(asked.python or environment(), made)
    found = differences(made, theirs["verdicts"], verdicts(made, "all"), verdicts(made, "original"))
    report(made, found, theirs)
    if asked.write:
        write_facts(theirs)
    return int(any(not each.is_explained for each in found))


def environment() -> Path:
    """The Python of an environment of their own, made at the first use."""
    folder = cache_folder() / "agreement"
    python = folder / "bin" / "python"
    if not python.exists():
        print(f"installing {', '.join(PACKAGES)} in {folder}", file=sys.stderr)
        venv.create(folder, with_pip=True)
        for arguments in (["--no-deps", *PACKAGES], [*NEEDED]):
            subprocess.run([python, "-m", "pip", "install", "--quiet", *arguments], check=True)
    return python


def originals(python: Path, made: list[dict[str, Any]]) -> dict[str, Any]:
    """What their evaluators say of the cases."""
    command = [str(python), str(HERE / "originals.py")]
    done = subprocess.run(command, input=json.dumps(made), capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed: {done.stderr.strip().splitlines()[-1]}")
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def report(made: list[dict[str, Any]], found: list[Difference], theirs: dict[str, Any]) -> None:
    """How many cases agree, and each kind of difference with its count and its reason."""
    by_kind = Counter(case["kind"] for case in made)
    for kind, n in by_kind.items():
        mine = [each for each in found if each.case["kind"] == kind]
        n_rules = sum(each.which == "all" for each in mine)
        n_original = sum(each.which == "original" for each in mine)
        print(f"{kind:<9} {n:>5} cases   our rules differ in {n_rules:>3}   checks='original' in {n_original}")
    for (which, reason), n in Counter((each.which, each.reason) for each in found).most_common():
        print(f"{n:>5} {which:<9} {reason or 'NOT EXPLAINED'}")
    for each in found:
        if not each.is_explained:
            said = {name: each.case.get(name) for name in ("answer", "url", "value", "diff") if name in each.case}
            asked = each.case["task"].get("eval") or each.case["task"].get("evals")
            print(
                f"not explained: {each.case['id']} {each.which}: theirs {each.theirs}, ours {each.ours}  {said} {asked}"
            )
            print(f"    {theirs['errors'].get(each.case['id'], '')}")


def write_facts(theirs: dict[str, Any]) -> None:
    """Facts alone: which case passes there (P), fails (F) or raises (E), in the order of the cases."""
    marks = {True: "P", False: "F", "error": "E"}
    line = "".join(marks[verdict] for verdict in theirs["verdicts"].values())
    record = {"seed": SEED, "packages": theirs["packages"], "verdicts": line}
    FACTS.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
