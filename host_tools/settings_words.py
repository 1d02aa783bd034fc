"""The settings of the firmware in words: what they are called, what they do, what their values mean."""

from dataclasses import dataclass


class ConfigError(Exception):
    """A name or value that the board does not have; the text lists those that it has."""


@dataclass(frozen=True)
class Setting:
    """help: one line. words: of the values from 0 on, where the board has none of its own; without any, a value is
    shown as a number, `first` being that of value 0. zero: the word for a board's number 0. seats: "cpus" for a bit a
    seat, "words" for two bits a seat with a word each."""

    help: str
    words: tuple[str, ...] = ()
    first: int = 0
    zero: str = ""
    seats: str = ""


# Every name of the firmware's settings.FIELDS.
SETTINGS = {
    "variant": Setting("the game; each needs a panel that it fits on"),
    "rule": Setting("of the games that know several rules", words=("-",)),
    "cpus": Setting("who plays: one person (seat 1), two, three, none, or the seats of the CPU",
                    seats="cpus"),
    "level": Setting("how strong the CPU plays; buddy follows how you play"),
    "starter": Setting("the seat that starts the first game"),
    "rematch": Setting("who starts the next game", words=("alternate", "loser", "random")),
    "clock": Setting("seconds for each move", zero="none"),
    "match": Setting("wins that end a match", zero="none"),
    "people": Setting("how many people take turns at two seats, the winner staying", words=("two",)),
    "help": Setting("of each seat, seat 1 first, such as none,head-start", seats="words",
                    words=("none", "coached", "free-undos", "head-start")),
    "takeback": Setting("whether moves may be taken back", words=("allowed", "forbidden")),
    "coach": Setting("whether the board shows good moves and threats", words=("off", "on-request", "always")),
    "sound": Setting("the buzzer", words=("off", "soft", "loud")),
    "palette": Setting("the colours, also for colour-vision deficiencies and for a dark room",
                       words=("default", "protan", "deutan", "tritan", "dark")),
    "texture": Setting("whether the seats differ by breathing too", words=("off", "on")),
    "night": Setting("dim and mute, whatever the others say", words=("off", "on")),
    "brightness": Setting("of the panel", first=1),
}
UNKNOWN = Setting("this program does not know it; the board's firmware does")


@dataclass(frozen=True)
class Field:
    """A setting as a board has it: value and what it may be now, as words, and how many seats the words speak of."""

    name: str
    value: int
    choices: dict[int, str]

    @property
    def word(self):
        return self.choices.get(self.value, str(self.value))

    @property
    def setting(self):
        return SETTINGS.get(self.name, UNKNOWN)

    @property
    def range(self):
        """What the value may be, in words."""
        words = list(self.choices.values())
        if self.setting.seats == "words":
            return "for each seat one of " + ", ".join(self.setting.words)
        if len(words) > 3 and all(word.isdigit() for word in words):
            numbers = [int(word) for word in words]
            if numbers == list(range(numbers[0], numbers[-1] + 1)):
                return f"{words[0]} to {words[-1]}"
        return ", ".join(words)

    def value_of(self, text):
        """The value that `text` names. ConfigError with the range where none does."""
        wanted = ",".join(text.lower().replace(",", " ").split())
        for value, word in self.choices.items():
            if wanted == word or self.setting.seats == "cpus" and wanted == seat_list(value):
                return value
        raise ConfigError(f"{text!r} is no value of {self.name}: {self.range}")


def choices(setting, allowed, words):
    """value -> word, for a Setting and what the board says of it."""
    if setting.seats:
        seats = max(1, max(allowed).bit_length() // (1 if setting.seats == "cpus" else 2))
        speak = cpus_word if setting.seats == "cpus" else help_word
        return {value: speak(setting, value, seats) for value in allowed}
    return {value: word_of(setting, value, words) for value in allowed}


def word_of(setting, value, words):
    """The board's own word, else ours, else a number."""
    if value < len(words):
        return setting.zero if setting.zero and not words[value] else str(words[value])
    if value < len(setting.words):
        return setting.words[value]
    return str(value + setting.first)


def cpus_word(_, value, seats):
    """Of the seats that the CPU plays: as in the menu, where it has a word."""
    everyone = (1 << seats) - 1
    words = {everyone: "watch", everyone & ~1: "solo", 0: "two" if seats == 2 else "three"}
    if seats == 3:
        words[4] = "two"
    return words.get(value, seat_list(value))


def seat_list(value):
    """Seats whose bit is set, such as '1,3'; 'none'."""
    return ",".join(str(seat + 1) for seat in range(value.bit_length()) if value >> seat & 1) or "none"


def help_word(setting, value, seats):
    """Of two bits a seat: a word for each."""
    return ",".join(setting.words[value >> 2 * seat & 3] for seat in range(seats))
