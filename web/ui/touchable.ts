/** Makes a link that is only as high as its line as high as a finger, without taking room. */
export const touchable = {
  '@media (pointer: coarse)': {
    position: 'relative',
    '&::after': {
      content: '""',
      position: 'absolute',
      insetInline: -12,
      top: '50%',
      height: 40,
      minHeight: '100%',
      transform: 'translateY(-50%)',
    },
  },
} as const;
