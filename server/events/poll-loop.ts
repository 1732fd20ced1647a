/** Work that is done one turn at a time: when somebody kicks, and now and then besides. */
export interface PollLoop {
  /** Begins, or goes on after `sleep`, with a turn at once; resolves when there is none under way. */
  resume(): Promise<void>;
  /** There may be something to do: a turn now, or one more for who kicks during a turn. Nothing while it sleeps. */
  trigger(): void;
  /** No turn begins any more; one that is under way comes to its end. */
  pause(): void;
  /** The same, and resolves when it has. */
  close(): Promise<void>;
}

interface PollLoopOptions {
  /** What a turn does; `isOver` tells whether it need not go on. It deals with its failures itself. */
  work(isOver: () => boolean): Promise<void>;
  /** Milliseconds to the next turn where nobody kicks. */
  interval(): number;
}

export function createPollLoop({ work, interval: rest }: PollLoopOptions): PollLoop {
  let awake = false;
  let again = false;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const turn = async () => {
    do {
      again = false;
      await work(() => !awake);
    } while (again && awake);
    running = null;
    if (awake) timer = setTimeout(kick, rest());
  };
  const kick = () => {
    clearTimeout(timer);
    if (running) again = true;
    else if (awake) running = turn();
  };
  const sleep = () => {
    awake = false;
    clearTimeout(timer);
  };
  return {
    resume: async () => {
      awake = true;
      kick();
      await running;
    },
    trigger: kick,
    pause: sleep,
    close: async () => {
      sleep();
      await running;
    },
  };
}
