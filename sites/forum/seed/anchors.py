"""What the official tasks of WebArena address by number or name, as plain facts.

Source: the task file ``test.raw.json`` of WebArena (Apache-2.0): ids, forum names and user names only. Titles and texts
are this project's own, on a fitting topic (``topics/anchors.txt``), and so are the pictures: the files that tasks 615
to 619 ask for have other names here, because a picture's name is the digest of its bytes.
"""

from __future__ import annotations

LAST_ID = 135_201
LAST_COMMENT_ID = 1_389_512

ACCOUNT = "MarvelsGrantMan136"
ACCOUNT_FORUM = "homelab"
"""The forum that the account moderates."""

SUBSCRIBED = ("homelab", "DIY", "movies", "photography")
"""What the account is subscribed to at the start; tasks 595-599 subscribe to others."""

SUBMISSIONS: tuple[tuple[int, str, str], ...] = (
    (1, "MachineLearning", ACCOUNT),
    (13170, "IAmA", "UniversityofBath"),
    (13175, "IAmA", "UniversityofBath"),
    (16087, "UpliftingNews", "AdamCannon"),
    (17445, "books", ""),
    (19459, "gadgets", ""),
    (29458, "wallstreetbets", "ThetaGang_wsb"),
    (29478, "wallstreetbets", "ThetaGang_wsb"),
    (34032, "IAmA", "UniversityofBath"),
    (39244, "explainlikeimfive", ""),
    (42682, "movies", ""),
    (43558, "news", "Hrekires"),
    (43572, "news", "Hrekires"),
    (43781, "news", "Hrekires"),
    (43839, "news", "Hrekires"),
    (44650, "nyc", "Don_Gato1"),
    (45899, "pittsburgh", ""),
    (48303, "sports", "sirbarani"),
    (48670, "technology", ""),
    (48785, "technology", ""),
    (55142, "IAmA", "UniversityofBath"),
    (55155, "IAmA", "UniversityofBath"),
    (59396, "books", ""),
    (59421, "books", ""),
    (59447, "books", ""),
    (69404, "singularity", ""),
    (70233, "technology", ""),
    (70354, "technology", ""),
    (81371, "books", ""),
    (84338, "history", ""),
    (84954, "massachusetts", "RickyDontLoseThat"),
    (86029, "movies", ""),
    (86055, "movies", ""),
    (86174, "movies", ""),
    (98256, "earthporn", "CameronKelsey"),
    (98297, "earthporn", "CameronKelsey"),
    (98332, "earthporn", "CameronKelsey"),
    (105990, "history", ""),
    (115139, "videos", "PatientBuilder499"),
    (118820, "DIY", ""),
    (118824, "DIY", ""),
    (118836, "DIY", ""),
    (118866, "DIY", ""),
    (118903, "DIY", ""),
    (118904, "DIY", ""),
    (118923, "DIY", ""),
    (118931, "DIY", ""),
    (118935, "DIY", ""),
    (118960, "DIY", ""),
    (119019, "DIY", ""),
    (119517, "Futurology", ""),
    (119714, "IAmA", "UniversityofBath"),
    (119719, "IAmA", "UniversityofBath"),
    (119742, "IAmA", "UniversityofBath"),
    (124260, "books", ""),
    (124993, "deeplearning", ""),
    *((id_, "memes", "") for id_ in range(127987, 127992)),
    *((id_, "movies", "") for id_ in range(128821, 128826)),
    (129508, "news", "Hrekires"),
    (129594, "news", "Hrekires"),
    (129783, "news", "Hrekires"),
    (129794, "news", "Hrekires"),
    (129808, "news", "Hrekires"),
    (129816, "news", "Hrekires"),
    *((id_, "news", "") for id_ in range(129901, 129906)),
    *((id_, "space", "") for id_ in range(134160, 134165)),
    (134696, "technology", ""),
    (134852, "technology", ""),
    (134868, "television", ACCOUNT),
    (135152, "television", ACCOUNT),
    (135156, "television", ACCOUNT),
    (135201, "television", ACCOUNT),
)
"""(id, forum, author or "" where the tasks name none): every submission that a task addresses."""

OTHER_AUTHORS = ("FTorrez81", "jacyanthis")
"""Authors of tasks 723 and 726: they write, though nothing in the forums that those tasks ask about."""

FORBIDDEN = {"FTorrez81": ("iphone",), "jacyanthis": ("earthporn",)}

NEWEST = {
    "DIY": 119019,
    "Futurology": 119517,
    "books": 124260,
    "deeplearning": 124993,
    "explainlikeimfive": 39244,
    "memes": 127991,
    "movies": 128825,
    "news": 129905,
    "space": 134164,
}
"""The newest submission of forums whose newest ones tasks ask for (404-408, 552-555)."""

TOP = {
    "gadgets": (19459,),
    "history": (84338, 105990),
    "books": (81371, 59421, 59447, 59396, 17445),
    "movies": (86174, 86029, 86055, 42682),
    "technology": (48670, 134696, 48785, 70354, 70233),
}
"""The best of all time, in order (tasks 66-69 and 714-718)."""

MOST_ACTIVE = (118903, 118923, 118935, 118904, 118960, 118931, 118824, 118866, 118820, 118836)
"""The threads of DIY with the most comments and the latest ones, in order (tasks 562-566)."""

COMMENTS: tuple[tuple[int, int], ...] = ((1042264, 69404), (1235250, 59421))
"""(comment, submission) of tasks 410 and 409, in order of time; the first is its thread's only top-level comment."""

COMMENT_AUTHORS = {1042264: "recursive_mirror", 1235250: "bookshop_backoffice"}
"""Who wrote them: the second runs the website that its thread is about."""

QUIET_POSTERS = (
    ("Showerthoughts", "lampshade_theory", 0),
    ("Worcester", "kelleysq_regular", 0),
    ("DIY", "measure_twice_matt", 1),
    ("space", "perihelion_pat", 0),
    ("photoshopbattles", "lasso_tool_larry", 0),
)
"""(forum, who made its latest post, how many of their comments have more downvotes than upvotes) of tasks 27-31."""

PICTURES = (
    (134_921, "eagle"),
    (134_978, "turkey"),
    (135_022, "fireworks"),
    (135_067, "costume"),
    (135_118, "contest"),
)
"""Submissions of `pics` whose subjects tasks 615-619 ask to post again, on the first page of its hot list."""
