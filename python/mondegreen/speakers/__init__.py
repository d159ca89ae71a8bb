"""Speakers: recordings in which several people speak, scored a session at a time.

A session's reference has speakers with known names, its hypothesis has streams; which belongs to which is what a
metric of this table finds. One metric, one file. All else is as for pairs of texts: rows add up over sessions.
"""

SESSION_METRICS = {
    "cpwer": "mondegreen.speakers.cpwer:PermutationErrorRate",
    "pfer": "mondegreen.speakers.pfer:PermutationFreeErrorRate",
    "tcpwer": "mondegreen.speakers.tcpwer:TimedPermutationErrorRate",
    "orcwer": "mondegreen.speakers.orcwer:CombinationErrorRate",
    "tcorcwer": "mondegreen.speakers.tcorcwer:TimedCombinationErrorRate",
}
