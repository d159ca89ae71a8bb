"""Options that several commands share: the outside models of a run, and where is kept what they say."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from mondegreen.batch import Settings
    from mondegreen.resources import Resources

# A kind of resource, what one of it is called by, and what is taken where none is named. A metric's own goes before.
CHOICES = {
    "vectors": ("FILE", "word vectors: text, .bin, .npy, or a spaCy pipeline (the language's pipeline)"),
    "hyp-vectors": ("FILE", "such of hypotheses in another language, mapped to the references' (those of --vectors)"),
    "analyser": ("NAME", "spaCy pipeline for lemmas and parts of speech (the language's)"),
    "phonemes": ("VOICE", "voice of espeak-ng (the language's)"),
    "sentences": ("MODEL", "sentence encoder, by name or folder (all-MiniLM-L6-v2)"),
    "contextual": ("MODEL", "model of tokens in their context, by name or folder (all-MiniLM-L6-v2)"),
}


def models(parser: ArgumentParser, kinds: Sequence[str] = tuple(CHOICES)) -> None:
    """Which models are used, of the kinds that the command may need."""
    group = parser.add_argument_group("outside models (`mondegreen models` lists them)")
    add = group.add_argument
    add("--language", metavar="CODE", help="whose models are taken where none is named, such as fr (what is installed)")
    for kind in kinds:
        metavar, what = CHOICES[kind]
        add(f"--{kind}", metavar=metavar, help=what)
    cache = group.add_mutually_exclusive_group()
    cache.add_argument("--cache", metavar="DIR", help="where is kept what models say (the user's cache folder)")
    cache.add_argument("--no-cache", action="store_true", help="keep nothing, and look at nothing that was kept")


def tags(parser: ArgumentParser) -> None:
    """Tags of another tagger or of people: parts of speech, entities, languages, ..."""
    group = parser.add_argument_group("tags from files, lines of an utterance and a tag for each word")
    add = group.add_argument
    add("--ref-tags", metavar="FILE", help="the references' tags")
    add("--hyp-tags", action="append", default=[], metavar="FILE", help="a system's tags; once for each HYP, in order")


def resources(args: Namespace) -> Resources:
    """The resources that were chosen; nothing is loaded yet."""
    from mondegreen.cache import Cache
    from mondegreen.resources import Resources

    chosen = {kind: name for kind in CHOICES if (name := getattr(args, kind.replace("-", "_"), None))}
    cache = Cache(args.cache) if args.cache or args.no_cache else None
    return Resources(args.language, chosen, cache)


def tagged(args: Namespace, settings: Settings, systems: int) -> list[Settings]:
    """The settings of each of so many systems in turn, with its own tags if there are any."""
    from dataclasses import replace

    from mondegreen.errors import ScoreError
    from mondegreen.wording import amount

    if not args.ref_tags and not args.hyp_tags:
        return [settings] * systems
    if not args.ref_tags:
        raise ScoreError("--hyp-tags needs --ref-tags FILE too")
    if not args.hyp_tags:
        return [replace(settings, resources=settings.resources.choosing({"ref-tags": args.ref_tags}))] * systems
    if len(args.hyp_tags) != systems:
        found, needed = amount(len(args.hyp_tags), "time"), amount(systems, "system")
        raise ScoreError(f"--hyp-tags is given {found} for {needed}; give one for each, in their order")
    files = ({"ref-tags": args.ref_tags, "hyp-tags": each} for each in args.hyp_tags)
    return [replace(settings, resources=settings.resources.choosing(each)) for each in files]
