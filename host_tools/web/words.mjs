// What the board's state is in words: for the line above the board, the log and screen readers.
export const SEATS = ["", "Red", "Yellow", "Blue"];

// What has been played since the last sentence. Choices of simultaneous play are told with their round only.
let toldMoves = [], mover = 0;

function playedWords(now) {
  const moves = now.moves.split(" ").filter(Boolean), before = toldMoves;
  const one = moves.length === before.length + 1 && mover && !now.moves.includes("/");
  const words = one ? `${SEATS[mover]} played ${onPanel(moves.at(-1), now.left)}. ` : "";
  toldMoves = moves;
  mover = now.turn;
  return words;
}

// A move with the number of the button: a narrow game stands in the middle of a wide panel.
export function onPanel(move, left) {
  return move.includes(".") ? move : move.replace(/\d+/g, (column) => +column + left);
}

export function sentence(now, before) {
  const who = SEATS[now.turn];
  if (now.state === "fall") return "";
  const played = playedWords(now);
  switch (now.state) {
    case "attract": return now.offered ? "A game waits. Press a column to go on." : "Press a column to start.";
    case "turn": return `${played}${now.cpu ? who + " is the computer's." : `Your move: ${who}.`}`;
    case "think": return `${played}${who}, the computer, is thinking.`;
    case "over": return `${played}${now.result === "draw" ? "A draw." : resultWords(now)}`;
    case "rewound": return `Taken back: ${toldMoves.length} moves are left. ${who} is to move.`;
    case "menu": return menuSentence(now.menu, before.state !== "menu");
    case "round": return "A round is over. Press a column for the next.";
    case "toddler": return "Every press makes light and sound. Hold MENU to end.";
    default: return played;
  }
}

function menuSentence([page, options], opened) {
  const chosen = options.filter(([, , is]) => is).map(([, words]) => words).join(", ");
  const how = opened ? " Columns choose, MENU turns the page, hold MENU to leave." : "";
  return `Menu, ${page}${chosen ? ": " + chosen : ""}.${how}`;
}

function resultWords({ result }) {
  const seat = SEATS[+result];
  return seat ? `${seat} has won.` : `The end: ${result}.`;
}

// The board in words: each column that holds something, from below; of 3-D, whose board has layers, the moves.
export function boardWords(now) {
  const words = columnWords(now).map((said, k) => (said ? `Column ${k + 1 + now.left}: ${said}` : "")).filter(Boolean);
  const moves = Array.isArray(now.board[0]) && now.moves ? `Moves: ${now.moves}` : "";
  return `The board. ${words.join(". ") || moves || "No disc"}.`;
}

export function columnWords({ board }) {
  if (!board.length || Array.isArray(board[0])) return [];
  return Array.from(board[0], (_, k) => inWords(board.map((row) => SEATS[+row[k]] || "").reverse()));
}

// Discs from below; where one floats, the rows are named.
function inWords(cells) {
  const discs = cells.flatMap((name, row) => (name ? [{ name: name.toLowerCase(), row }] : []));
  const floats = discs.some(({ row }, at) => row !== at);
  return discs.map(({ name, row }) => (floats ? `${name} in row ${row + 1}` : name)).join(", ");
}
