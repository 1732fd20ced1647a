/** The type of an interaction in words: "stage_change" is "Stage Change". Words of a client's own stay as they are. */
export const interactionWords = (type: string): string =>
  /^[a-z0-9]+(_[a-z0-9]+)*$/.test(type)
    ? type
        .split('_')
        .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
        .join(' ')
    : type;
