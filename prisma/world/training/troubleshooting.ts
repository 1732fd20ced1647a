import { ago } from '../moment.ts';
import type { WorldTrainingItem } from '../types.ts';

/** Steps a customer can take before a technician comes. */
export const TROUBLESHOOTING: readonly WorldTrainingItem[] = [
  {
    key: 'wren-troubleshooting',
    title: 'Wren troubleshooting: no water, error W2, grounds box, will not start',
    category: 'knowledge',
    source: 'manual',
    tags: ['wren', 'troubleshooting', 'error w2', 'tank', 'support', 'leak'],
    created: ago(79, 20),
    content: `Error W2 on the Wren means that the pump draws no water. These steps solve it in most cases:
1. Take out the water tank, fill it above the MIN line and push it down until it clicks.
2. Check that the white float in the tank moves freely; shake it loose if it sticks.
3. If the tank filter is new, soak it in water for 5 minutes, because trapped air stops the pump.
4. Press Menu, Maintenance, Prime pump, and wait 40 seconds until water comes out of the hot water spout.
5. If W2 stays after two attempts, call us; the pump is covered by the warranty.

If the Wren says Empty grounds box although it is empty, leave the box out for 10 seconds with the machine switched on, then put it back; the counter resets only while the machine is on.

If the Wren does not switch on, try another outlet and check that the side door is closed, because the door switch cuts the power. If the Wren drips under the front, empty the drip tray and make sure the red float is not lifted. Water under the back of the machine is a leak: unplug it and call (614) 555-0100.`,
  },
  {
    key: 'wren-descaling',
    title: 'How to descale the Wren, step by step',
    category: 'knowledge',
    source: 'manual',
    tags: ['wren', 'descaling', 'limescale', 'cleaning', 'support'],
    created: ago(79, 25),
    content: `Descaling the Wren takes 35 minutes and two sachets of our descaler; a box of four sachets costs $28. Please use no vinegar, because it attacks the seals and voids the warranty.
1. Empty the drip tray and the grounds box, and take the filter out of the water tank.
2. Dissolve two sachets of descaler in 3 pints of lukewarm water and pour it into the tank.
3. Put a container of at least 2 quarts under the spouts.
4. Press Menu, Maintenance, Descale, and confirm. The machine works with pauses for 22 minutes; the pauses are part of it.
5. When the screen says Rinse, wash the tank, fill it with fresh water to the MAX line and confirm.
6. After 8 minutes the screen says Done. Put the filter back, and throw away the first cup.

If the power fails during descaling, the Wren insists on a complete rinse before it serves coffee again. The message Descale soon leaves you about 100 cups; the message Descale now locks coffee drinks but still serves hot water. If the message comes more often than every three months, the hardness setting is wrong: test the water with the strip in the lid and set it under Menu, Water.`,
  },
  {
    key: 'heron-troubleshooting',
    title: 'Heron troubleshooting: no milk foam, error H14, error H21, no water',
    category: 'knowledge',
    source: 'manual',
    tags: ['heron', 'troubleshooting', 'milk foam', 'error h14', 'error h21', 'support'],
    created: ago(79, 30),
    content: `When the Heron makes thin or no milk foam, please go through these steps:
1. Check that the milk in the Nest fridge is colder than 41 degrees Fahrenheit and that the hose reaches the bottom.
2. Take off the foamer head below the milk spout, pull it into its three parts and rinse them under warm water.
3. Look through the small air nozzle against the light; clear it with the pin from the lid.
4. Run Menu, Cleaning, Milk system with 2 ounces of milk system cleaner; this takes 9 minutes.
5. Make a cappuccino. If the foam is still thin, replace the milk hose, which costs $14 and is free on Plus and Always On.

Error H14 on the Heron means that the brew unit is blocked. Switch the machine off, open the door, take out the brew unit with the red lever, rinse it under warm water without soap, let it dry for 10 minutes and put it back until it clicks.

Error H21 means low water pressure. Open the shut-off valve fully, check that the hose is not kinked, and look at the filter's age on the screen; a cartridge past 1,300 gallons slows the water. If H21 comes back within an hour, call us.`,
  },
  {
    key: 'condor-troubleshooting',
    title: 'Condor troubleshooting: milk locked, error C07, error C30, hopper empty',
    category: 'knowledge',
    source: 'manual',
    tags: ['condor', 'troubleshooting', 'milk locked', 'error c07', 'error c30', 'support'],
    created: ago(78, 35),
    content: `The Condor shows Milk locked when its nightly milk cleaning did not finish. Coffee without milk still works. To unlock the milk:
1. Check that a cartridge of milk system cleaner is fitted on the left and not empty.
2. Empty both milk containers or fill them with fresh milk, and close the fridge until it clicks.
3. Press Menu, Cleaning, Milk now. Cleaning takes 14 minutes and must not be interrupted.
4. If Milk locked appears again, take the blue connector off the fridge wall, rinse it under hot water and push it back in.

Error C07 means that a grinder is blocked, usually by a small stone. Close the slide of that hopper, switch the machine off and on, and use the other hopper; a technician must open the grinder. Please do not reach inside.

Error C30 means that the drain is slow. Empty the drip tray, pour a quart of hot water into the drain and see whether it runs off. If it does not, the building's drain is blocked and a plumber is needed.

If the screen says Hopper empty although beans are visible, the oily beans are sticking: loosen them with a spoon. This happens with dark roasts such as Overtime, mostly in summer.`,
  },
  {
    key: 'kestrel-troubleshooting',
    title: 'Kestrel and Shrike troubleshooting: pressure, steam, slow or fast shots',
    category: 'knowledge',
    source: 'manual',
    tags: ['kestrel', 'shrike', 'troubleshooting', 'barista', 'pressure', 'support'],
    created: ago(77, 15),
    content: `A good shot on the Kestrel takes 25 to 30 seconds at 9 bar and yields 1.3 ounces from 18 grams of coffee.
1. If the shot runs faster than 20 seconds, grind finer: turn the Shrike's collar one mark to the left, then throw away the first dose.
2. If the shot runs slower than 35 seconds or only drips, grind coarser by one mark.
3. If the gauge shows less than 8 bar while brewing, check that the water valve is open and that the filter is not past its date, then call us; the pump has to be adjusted by a technician.
4. If a steam wand is weak, soak its tip in hot water with milk cleaner for 10 minutes and clear the holes with a pin.
5. If water leaks around the portafilter, brush the group gasket and backflush with half a cleaning tablet, ten seconds on and ten seconds off, five times. Gaskets are wear parts and should be renewed every 12 months for $22.

When the Shrike hums but does not grind, switch it off at once, empty the hopper and call us. The Kestrel takes 25 minutes to heat; the lamp turns green when both groups are ready.`,
  },
  {
    key: 'taste-problems',
    title: 'Coffee tastes bitter, sour, weak or lukewarm: what to do on any machine',
    category: 'knowledge',
    source: 'document',
    tags: ['taste', 'bitter', 'sour', 'weak', 'temperature', 'troubleshooting', 'grind'],
    created: ago(77, 22),
    content: `Bitter coffee usually means that the coffee is ground too finely or that the machine needs its weekly cleaning. Run the cleaning program with a tablet first, then set the grind one step coarser under Menu, Drinks, Grind. Change the grind by one step at a time and make two cups before you judge.

Sour or thin coffee usually means that the grind is too coarse or that the dose is too low. Set the grind one step finer, or raise the dose by 1 gram under Menu, Drinks, Strength. Weak coffee on every drink can also mean that the beans are old: our coffee tastes best within 6 weeks of the roast date printed on the bag, and an opened bag should be used within 10 days.

Lukewarm coffee is often the cup and not the machine: a cold cup takes 15 degrees. Choose Rinse before the first drink, and check that the temperature under Menu, Drinks is set to High. An espresso should leave the spout at about 155 degrees Fahrenheit.

If the taste changed suddenly overnight, look at the filter's age on the screen, and check whether someone filled the wrong hopper. We gladly adjust the recipe by phone in 10 minutes; call (614) 555-0100.`,
  },
];
