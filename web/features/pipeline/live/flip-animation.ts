const DURATION = 200;
/** More than these in the air is a storm, not something an eye can follow. */
const AT_ONCE = 6;
let inFlight = 0;

const still = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

const cardOf = (board: ParentNode, id: string) => board.querySelector<HTMLElement>(`[data-lead="${CSS.escape(id)}"]`);

type Place = { id: string; rect: DOMRect };

/** Where the cards that are about to move can be seen now. */
export function measurePositions(board: ParentNode, ids: readonly string[]): Place[] {
  if (still() || inFlight + ids.length > AT_ONCE) return [];
  return ids.flatMap((id) => {
    const rect = cardOf(board, id)?.getBoundingClientRect();
    return rect ? [{ id, rect }] : [];
  });
}

/** A picture of a card that floats above the columns, which would otherwise cut it off. */
function createGhost(card: HTMLElement, to: DOMRect): HTMLElement {
  const ghost = document.createElement('div');
  ghost.append(card.cloneNode(true));
  ghost.inert = true;
  ghost.ariaHidden = 'true';
  Object.assign(ghost.style, {
    position: 'fixed',
    left: `${to.left}px`,
    top: `${to.top}px`,
    width: `${to.width}px`,
    height: `${to.height}px`,
    zIndex: '1000',
    pointerEvents: 'none',
  });
  for (const named of ghost.querySelectorAll('[data-lead], [id]')) {
    named.removeAttribute('data-lead');
    named.removeAttribute('id');
  }
  return ghost;
}

/** Lets each card glide from where it was to where it is now. */
export function animateMoves(board: ParentNode, places: readonly Place[]): void {
  for (const { id, rect } of places) {
    const card = cardOf(board, id);
    const to = card?.getBoundingClientRect();
    if (!card || !to || (to.left === rect.left && to.top === rect.top)) continue;
    const ghost = createGhost(card, to);
    document.body.append(ghost);
    inFlight += 1;
    card.animate({ opacity: [0, 0] }, DURATION);
    const flight = ghost.animate(
      { transform: [`translate(${rect.left - to.left}px, ${rect.top - to.top}px)`, 'none'] },
      { duration: DURATION, easing: 'ease-out' },
    );
    flight.finished
      .catch(() => undefined)
      .finally(() => {
        inFlight -= 1;
        ghost.remove();
      });
  }
}
