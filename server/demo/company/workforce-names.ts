/** Names of one part of the workforce: first names of men, first names of women, last names. */
interface NamePool {
  readonly men: readonly string[]
  readonly women: readonly string[]
  readonly last: readonly string[]
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

const midwest: NamePool = {
  men: words(`Dale Wayne Randy Travis Cody Kyle Scott Brent Craig Doug Gary Keith Larry Rick Todd Wade Clint Dustin Jared
    Shane Tyler Luke Neil Roger Curtis Bobby Chad Darrell Earl Glenn Harold Jerry Kirk Lonnie Marvin Nathan Patrick Russ`),
  women: words('Brenda Cheryl Deborah Kathy Lori Pam Rhonda Sherry Tammy Wendy Becky Crystal Heather Misty Stacy Jodi'),
  last: words(`Miller Anderson Schmidt Becker Larson Nelson Olson Peterson Hansen Johnson Brooks Carter Clark Collins Cook
    Cooper Dawson Duncan Ellis Fisher Foster Gibson Graham Griffin Harper Hayes Hughes Hunt Jenkins Kelly Keller Lawson
    Mason McCoy Meyer Morris Myers Palmer Perry Porter Powell Price Reed Reynolds Rhodes Schultz Shaw Snyder Stone
    Sullivan Tucker Turner Wagner Walsh Weaver Webb Wells Wheeler Wolfe Yoder`),
}

const southern: NamePool = {
  men: words(`Andre Antoine Cedric Clarence Darius Demetrius Derrick Dwayne Isaiah Jamal Jermaine Kelvin Lamar Leon Malik
    Marcus Maurice Reggie Rodney Roosevelt Terrell Tyrone Vernon Willie Xavier Curtis Byron Calvin Elijah Otis`),
  women: words('Angela Denise Ebony Keisha Latoya Monique Regina Sheila Tamika Tanya Yolanda Renee Vanessa Yvette'),
  last: words(`Washington Jefferson Banks Booker Coleman Dixon Franklin Gaines Grant Hampton Harris Hawkins Henderson
    Holmes Jackson James Joseph Lewis McKinney Mitchell Moore Norwood Patterson Pettway Pierre Randolph Robinson Simmons
    Singleton Spears Thomas Tolliver Walker Ward Watkins Whitfield Williams Woods Wright Young`),
}

const border: NamePool = {
  men: words(`Alejandro Alfredo Arturo Carlos Cesar Daniel Eduardo Efrain Enrique Ernesto Fernando Francisco Gerardo
    Guillermo Hector Hugo Ignacio Ismael Javier Jesus Joaquin Jorge Jose Juan Julio Luis Manuel Mario Martin Miguel Noe
    Octavio Oscar Pablo Pedro Rafael Ramon Raul Ricardo Roberto Ruben Salvador Sergio Victor`),
  women: words(
    'Alma Ana Beatriz Claudia Elena Gabriela Graciela Leticia Lupe Maria Marisela Patricia Rosa Silvia Veronica',
  ),
  last: words(`Aguilar Alvarado Avila Camacho Cantu Cardenas Castillo Cervantes Chavez Cruz Delgado Dominguez Escobedo
    Espinoza Esquivel Flores Fuentes Galvan Garcia Garza Gomez Gonzalez Guerrero Gutierrez Hernandez Ibarra Jimenez Juarez
    Lopez Lozano Luna Martinez Medina Mendoza Montoya Morales Moreno Navarro Ochoa Orozco Ortega Pacheco Padilla Perez
    Ramirez Rangel Reyes Rios Rivera Rodriguez Romero Rosales Salazar Salinas Sanchez Sandoval Silva Soto Torres Trevino
    Valdez Vargas Vasquez Villarreal Zamora`),
}

const ukrainian: NamePool = {
  men: words(`Andriy Bogdan Bohdan Dmytro Igor Ihor Ivan Mykola Oleg Oleksandr Pavel Ruslan Sergei Taras Vadim Vasyl Viktor
    Volodymyr Yuriy`),
  women: words('Halyna Irina Natalia Oksana Svetlana Yana'),
  last: words(`Bondarenko Boyko Hrytsenko Ivanov Kovalenko Kozlov Kravchenko Lysenko Melnyk Moroz Morozov Pavlenko Petrenko
    Popov Rudenko Savchenko Shevchuk Sokolov Tkachenko`),
}

const balkan: NamePool = {
  men: words(
    'Aleksandar Bojan Dejan Dragan Goran Marko Milan Miroslav Nenad Nikola Sasha Slobodan Stefan Vladimir Zoran',
  ),
  women: words('Danijela Jelena Ljiljana Milica Snezana'),
  last: words(`Babic Djordjevic Dragic Ilic Jankovic Jovanovic Kovac Lukic Markovic Mihajlovic Milosevic Nikolic Novakovic
    Petrovic Stankovic Stojanovic Zivkovic`),
}

const polish: NamePool = {
  men: words('Dariusz Grzegorz Jacek Krzysztof Lukasz Marek Pawel Piotr Tomasz Wojciech Zbigniew'),
  women: words('Agnieszka Katarzyna Magdalena Marta'),
  last: words('Bielak Grabowski Kaminski Kowalczyk Lewandowski Majewski Nowicki Wisniewski Wojcik Zawadzki Zielinski'),
}

const punjabi: NamePool = {
  men: words(`Amandeep Amarjit Balwinder Baljit Charanjit Daljit Gurdeep Gurjit Gurpreet Harbhajan Harjinder Harpreet
    Jagdeep Jaspal Jaswinder Karamjit Kuldeep Lakhwinder Mandeep Manjit Navdeep Parminder Ranjit Rupinder Satnam Simranjit
    Sukhdev Sukhwinder Tejinder Varinder`),
  women: words('Amrit Harleen Jasleen Kiran Manpreet Navneet Rajdeep Simran'),
  last: words(
    'Singh Gill Sandhu Dhillon Sidhu Grewal Brar Bains Dhaliwal Kang Mann Randhawa Saini Toor Virk Atwal Cheema Hundal',
  ),
}

const somali: NamePool = {
  men: words('Abdi Abdullahi Ahmed Farah Hassan Ibrahim Mohamed Mahad Yusuf'),
  women: words('Amina Fatuma Hodan Sahra'),
  last: words('Abdi Ali Farah Hassan Ismail Jama Mohamud Nur Osman Warsame Yusuf'),
}

const ethiopian: NamePool = {
  men: words('Bekele Dawit Getachew Girma Mulugeta Samuel Solomon Tesfaye Yared Yonas'),
  women: words('Hana Selam Tigist'),
  last: words('Abebe Alemu Desta Gebre Haile Kebede Mekonnen Tadesse Tekle Woldemariam'),
}

const haitian: NamePool = {
  men: words('Emmanuel Frantz Jean-Claude Pierre-Louis Reginald Wilner Woodley'),
  women: words('Marie Nadege Rose-Laure'),
  last: words('Antoine Baptiste Charles Desir Dorvil Estime Jean-Louis Toussaint'),
}

/** The name pools with their rough shares in the workforce of a mid-size carrier in the Chicago area. */
export const WORKFORCE: readonly (readonly [NamePool, number])[] = [
  [midwest, 30],
  [border, 24],
  [southern, 16],
  [punjabi, 9],
  [ukrainian, 7],
  [balkan, 5],
  [polish, 3],
  [somali, 2],
  [ethiopian, 2],
  [haitian, 2],
]
