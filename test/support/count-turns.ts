/** Counts the turns of the event loop from now on. `end` stops this, and returns their number. */
export function countTurns(): { end(): number } {
  let turns = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  return {
    end: () => {
      clearImmediate(next);
      return turns;
    },
  };
}
