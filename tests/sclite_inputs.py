"""Random inputs and options for sclite: a folder of files and the words of a command line.

Some cases are to be read back: what is scored by the words of `piped` comes as sgml to those of the case.

What the original crashes or hangs on (python/mondegreen/dropin/sctk/README.md lists it) comes now and then, too; such
a case says nothing.
"""

import random
from pathlib import Path

TEXT = (
    "a b c the cat sat on mat Hello HELLO it's don't uh um- -ing hes- -tion - -- (uh) (Um) (the) (a-) (x) () @ % "
    "%hes foo;tag foo;tag;two foo\\;bar x* ** * 'q a=b the=cat été Été ÉTÉ naïve ñ Ñandú İstanbul ışık Đà 中 中国 国a "
    "日本語 Жук жук Ё <unk> [noise] a,b a:b 12 3.5 longerwordthanmost Internationalization"
)
PLAIN = "a b c d e the cat sat on mat dog"
WORDS, SIMPLE = TEXT.split(), PLAIN.split()
LABELS = ("<o,f0,male>", "<o,f1,female>", "<O,F0,female>", "<,f0,>", "<o,f0,male")
PROFILES = [
    "generic",
    "babel_turkish",
    "babel_vietnamese",
    "babel_lithuanian",
    "babel_kurmanji",
    "babel_cebuano",
    "babel_kazakh",
    "babel_mongolian",
    "babel_guarani",
]
WEIGHTS = b";; 'Headings' 'Word Spelling' 'T1'\n;; Default missing weight '1.25'\n"
SPEAKERS = ("spk1", "spk2", "Ann", "bob", "x_y")


class Case:
    """Files by name, and the words after `sclite`."""

    def __init__(self, rng: random.Random) -> None:
        self.random = rng
        self.files: dict[str, bytes] = {}
        self.words: list[str] = []
        self.piped: list[str] | None = None
        self.kind = self.random.choice(["trn", "trn", "trn", "stm", "stm", "ctm"])
        self.vocabulary = self.random.choice([WORDS, WORDS, SIMPLE])
        self.encoding = self.random.choice(["", "", "utf-8", "utf-8", "ext_ascii", "gb", "euc", "ascii"])
        make = {"trn": self.make_trn, "stm": self.make_stm, "ctm": self.make_ctm}
        make[self.kind]()
        self.choose_options()

    def write(self, folder: Path) -> None:
        for name, data in self.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        (folder / "out").mkdir(exist_ok=True)

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def word(self) -> str:
        word = self.random.choice(self.vocabulary)
        return word if self.encode(word) else "q"

    def text(self, least: int = 0, most: int = 14) -> list[str]:
        if self.chance(0.04):
            most *= 12
        return [self.word() for _ in range(self.random.randint(least, most))]

    def heard(self, said: list[str]) -> list[str]:
        """A text with some errors."""
        words = []
        for word in said:
            roll = self.random.random()
            if roll < 0.1:
                continue
            words.append(self.word() if roll < 0.3 else word.swapcase() if roll < 0.35 else word)
            if roll > 0.9:
                words.append(self.word())
        return words

    def alternatives(self, words: list[str], depth: int = 0) -> list[str]:
        """The text with some of its words among alternatives."""
        found = []
        for word in words:
            if self.chance(0.1) and not word.startswith("("):
                parts = [[word], *[self.text(1, 2) for _ in range(self.random.randint(1, 2))]]
                parts = [[each for each in part if not each.startswith("(")] or ["z"] for part in parts]
                if self.chance(0.2):
                    parts.append(["@"])
                if depth < 1 and self.chance(0.3):
                    parts[0] = self.alternatives(parts[0], depth + 1)
                self.random.shuffle(parts)
                found.append("{ " + " / ".join(" ".join(part) for part in parts) + " }")
            else:
                found.append(word)
        return found

    def encode(self, text: str) -> bytes:
        if self.encoding in ("gb", "euc"):
            return text.encode("gb2312", errors="ignore")
        if self.encoding == "ext_ascii":
            return text.encode("latin-1", errors="ignore")
        return text.encode()

    def make_trn(self) -> None:
        speakers = self.random.sample(SPEAKERS, self.random.randint(1, 4))
        mark = self.random.choice("-_")
        keys = [f"({self.random.choice(speakers)}{mark}{number:03})" for number in range(self.random.randint(1, 12))]
        nested = self.chance(0.3)
        said, heard = {}, {}
        for key in keys:
            words = self.text()
            said[key], heard[key] = words, self.heard(words)
            if nested:
                said[key] = self.alternatives(words)
                heard[key] = self.alternatives(heard[key]) if self.chance(0.3) else heard[key]
        order = self.random.sample(keys, len(keys)) if self.chance(0.3) else keys
        more = [("(z-1)", ["more"])] if self.chance(0.2) else []
        missing = [("(n-1)", ["none"])] if self.chance(0.04) else []
        self.files["ref.trn"] = self.trn([(key, said[key]) for key in order] + more)
        self.files["hyp.trn"] = self.trn([(key, heard[key]) for key in keys] + missing)
        self.double(keys[0], said[keys[0]])
        kind = self.random.choice(["rm", "swb", "spu_id", "wsj", "sp", "rm", "rm"])
        self.words = ["-r", "ref.trn", "trn", "-h", "hyp.trn", "trn", "-i", kind]
        if self.chance(0.15):
            plain = [key for key in keys if "{" not in " ".join(said[key])]
            self.files["d/two.trn"] = self.trn([(key, self.heard(said[key])) for key in plain])
            self.words += ["-h", "d/two.trn", "trn", *(["System Two"] if self.chance(0.5) else [])]

    def double(self, key: str, words: list[str]) -> None:
        """Lets an utterance come twice, now and then."""
        if self.chance(0.03):
            self.files["hyp.trn"] += self.trn([(key, ["again"])])
        if self.chance(0.03):
            self.files["ref.trn"] += self.trn([(key, words[:1])])

    def trn(self, pairs: list[tuple[str, list[str]]]) -> bytes:
        blank = self.random.choice([" ", " ", "\t", "  "])
        lines = [" ".join(words) + blank + key + self.random.choice(["", "", " "]) for key, words in pairs]
        for line in (';; LABEL "o" "Overall" "all of it"', "** info", "", "  ", ";; a comment"):
            if self.chance(0.1):
                lines.insert(self.random.randint(0, len(lines)), line)
        end = "\r\n" if self.chance(0.05) else "\n"
        text = end.join([*lines, ""])
        return self.encode(text.removesuffix(end) if lines and self.chance(0.03) else text)

    def make_stm(self) -> None:
        labelled = self.chance(0.5)
        confident = self.random.choice(["all", "none", "none", "some"])
        lines: list[str] = []
        timed: list[str] = []
        if labelled:
            lines += [
                ';; CATEGORY "0" "" ""',
                ';; LABEL "o" "Overall" "All segments"',
                ';; CATEGORY "1" "Focus" "By focus"',
                ';; LABEL "f0" "F0//one" "Clean"',
                ';; LABEL "f1" "F1" "Noisy"',
                ';; CATEGORY "2" "Sex" "By sex"',
                ';; LABEL "male" "Male" "Men"',
                ';; LABEL "female" "Female" "Women"',
            ]
        speakers = self.random.sample(SPEAKERS, self.random.randint(1, 3))
        for file in range(self.random.randint(1, 3)):
            for channel in "AB"[: self.random.randint(1, 2)]:
                self.channel(f"rec{file}", channel, speakers, labelled, confident, lines, timed)
        self.files["ref.stm"] = self.encode("\n".join([*lines, ""]))
        self.files["hyp.ctm"] = self.encode("\n".join([*timed, ""]))
        title = ["A title"] if self.chance(0.2) else []
        self.words = ["-r", "ref.stm", "stm", "-h", "hyp.ctm", "ctm", *title]
        if self.chance(0.25):
            self.words += ["-m", *self.random.choice([[], ["ref"], ["hyp"], ["ref", "hyp"]])]

    def channel(
        self,
        file: str,
        channel: str,
        speakers: list[str],
        labelled: bool,
        confident: str,
        lines: list[str],
        timed: list[str],
    ) -> None:
        time, first = 0.0, len(timed)
        for _ in range(self.random.randint(1, 5)):
            start = round(time + self.random.choice([0, 0, 0.5, 1.25]), 3)
            words = self.text(0, 8)
            end = round(start + 0.4 * len(words) + self.random.random(), 3)
            said = self.alternatives(words) if self.chance(0.2) else words
            if self.chance(0.05):
                said = ["IGNORE_TIME_SEGMENT_IN_SCORING"]
            labels = [self.random.choice(LABELS[:4])] if labelled else []
            lines.append(" ".join([file, channel, self.random.choice(speakers), f"{start}", f"{end}", *labels, *said]))
            at = start
            for word in self.heard(words):
                timed.append(self.timed(file, channel, at, word, confident))
                at = round(at + 0.3 + 0.2 * self.random.random(), 3)
            if self.chance(0.02):
                mark = self.random.choice(["<ALT_BEGIN>", "<ALT>", "<ALT_END>"])
                timed.append(f"{file} {channel} * * {mark}")
            if self.chance(0.1):
                timed += self.timed_alternatives(file, channel, at, confident)
            time = end
        if self.chance(0.04):
            del timed[first:]

    def timed(self, file: str, channel: str, at: float, word: str, confident: str) -> str:
        share = {"all": 1.0, "none": 0.0, "some": 0.7}[confident]
        rest = [self.random.choice(["NA", f"{self.random.random():.4f}"])] if self.chance(share) else []
        duration = round(0.1 + 0.3 * self.random.random(), 2)
        return " ".join([file, channel, f"{at:.2f}", f"{duration}", word, *rest])

    def timed_alternatives(self, file: str, channel: str, at: float, confident: str) -> list[str]:
        mark = f"{file} {channel} * * "
        lines = [mark + "<ALT_BEGIN>", self.timed(file, channel, at, self.word(), confident), mark + "<ALT>"]
        if self.chance(0.7):
            lines.append(self.timed(file, channel, at, self.word(), confident))
        return [*lines, mark + "<ALT_END>"]

    def make_ctm(self) -> None:
        said, heard = [], []
        confident = self.random.choice(["all", "none", "some"])
        for file in range(self.random.randint(1, 2)):
            for channel in "AB"[: self.random.randint(1, 2)]:
                at = 0.0
                words = self.text(3, self.random.choice([10, 40, 120]))
                for word in words:
                    said.append(self.timed(f"rec{file}", channel, at, word, "none"))
                    at += 0.2 + self.random.choice([0, 0, 0, 0.1, 1.0])
                at = 0.05
                for word in [*self.heard(words), self.word(), self.word()]:
                    heard.append(self.timed(f"rec{file}", channel, at, word, confident))
                    at += 0.2 + self.random.choice([0, 0, 0, 0.1, 1.0])
        self.files["ref.ctm"] = self.encode("\n".join([*said, ""]))
        self.files["hyp.ctm"] = self.encode("\n".join([*heard, ""]))
        self.words = ["-r", "ref.ctm", "ctm", "-h", "hyp.ctm", "ctm"]
        if self.chance(0.4):
            self.words.append("-T")

    def choose_options(self) -> None:
        add = self.words.extend
        if self.encoding:
            profiles = [
                "generic",
                "babel_turkish",
                "babel_vietnamese",
                "babel_lithuanian",
                "babel_kazakh",
                "babel_guarani",
            ]
            add(["-e", self.encoding, *([self.random.choice(profiles)] if self.chance(0.4) else [])])
        for option, probability in (("-s", 0.25), ("-F", 0.3)):
            if self.chance(probability):
                add([option])
        cut = self.chance(0.25) and self.kind != "ctm"
        if not cut and self.chance(0.3):
            add(["-D"])
        if cut:
            add(["-c", *self.random.choice([[], ["NOASCII"]])])
        elif self.chance(0.1) and "-T" not in self.words:
            self.infer_segments()
        elif self.chance(0.15) and "-T" not in self.words:
            self.files["words.wwl"] = (
                b";; 'Headings' 'Word Spelling' 'T1'\n;; Default missing weight '1.25'\n"
                + b"".join(self.encode(f"{word} {self.random.random() * 4:.3f}\n") for word in SIMPLE)
            )
            add(["-w", self.random.choice(["words.wwl", "unity"])])
        scoring = list(self.words)
        self.choose_reports()
        if self.chance(0.1):
            self.piped = [*scoring, "-o", "sgml", "stdout", "-f", "0"]
            encoding = ["-e", self.encoding] if self.encoding and self.chance(0.7) else []
            self.words = ["-P", *encoding, *self.words[len(scoring) :]]

    def infer_segments(self) -> None:
        """Lets the words of one side be cut by a lexicon."""
        known = self.random.sample(self.vocabulary, min(20, len(self.vocabulary)))
        cut = [word[: self.random.randint(1, 3)] for word in known]
        words = sorted(self.encode(word) for word in {*known, *cut})
        if self.chance(0.2):
            self.random.shuffle(words)
        self.files["lexicon"] = b"".join(word + b" pron\n" for word in words)
        flag = ["ASCIITOO"] if self.chance(0.5) else []
        self.words += ["-S", self.random.choice(["algo1", "algo2"]), "lexicon", *flag]

    def choose_reports(self) -> None:
        names = ["sum", "rsum", "pra", "prf", "dtl", "sgml", "nl.sgml", "spk", "snt", "all"]
        if self.kind == "stm":
            names.append("lur")
        if "-w" in self.words:
            names.append("wws")
        chosen = self.random.sample(names, self.random.randint(1, len(names)))
        if self.chance(0.4):
            chosen.append("stdout")
        self.words += ["-o", *chosen]
        if self.chance(0.4):
            self.words += ["-f", self.random.choice(["0", "1", "2", "4", "10", "100"])]
        if self.chance(0.5):
            self.words += ["-l", self.random.choice(["60", "80", "100", "200"])]
        self.words += self.random.choice([["-O", "out"], ["-O", "out", "-n", "rep"], [], ["-n", "rep"]])
